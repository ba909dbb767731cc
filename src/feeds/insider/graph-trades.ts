import type { GraphKit } from '../../graphql/schema/builder.ts';
import type { InsiderFiling } from './feed.ts';

/**
 * What other forms say of a record: owners who report its trade elsewhere, its other forms, amendments that may replace it.
 * A key with a lag learns of them when it sees those forms.
 */
export function addTrades({ builder, feed, type, addEntryType }: GraphKit<InsiderFiling>): void {
  const owner = addEntryType(feed.leaf('reporting_owners'));
  const form = addEntryType(feed.leaf('trade_forms'));
  builder.objectFields(type, (t) => ({
    reportingOwners: t.field({
      type: [owner],
      nullable: true,
      description:
        "All owners who report the trade, on any form. Those of the record's own form come first. The insider of the record is one of them.",
      resolve: ({ trade_owners, reporting_owners }, _, { caller }) =>
        knownBy(trade_owners, caller.view.until) ?? reporting_owners,
    }),
    forms: t.field({
      type: [form],
      description: 'The forms that report the trade. The form of this record comes first.',
      resolve: (filing, _, { caller }) => knownBy(filing.trade_forms, caller.view.until) ?? [filing],
    }),
    replaces: t.exposeString('replaces', {
      nullable: true,
      description:
        'For a line of an amendment: the id of the line that it replaces. Null for a line that the amendment adds.',
    }),
    isUndecided: t.boolean({
      description:
        'Whether it is unclear which line an amendment replaces. True for the line of the amendment, and for each line that it may replace. Sums, clusters and signals count only the latter.',
      resolve: ({ undecided_at }, _, { caller }) => isKnown(undecided_at, caller.view.until),
    }),
  }));
}

function knownBy<T extends { readonly known_from: string | null }>(
  entries: readonly T[] | null,
  until: Date | null,
): readonly T[] | null {
  return (
    entries?.filter(({ known_from }) => isKnown(known_from === null ? null : new Date(known_from), until)) ??
    null
  );
}

const isKnown = (from: Date | null, until: Date | null): boolean =>
  from !== null && (until === null || from <= until);
