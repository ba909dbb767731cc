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
        'All owners who report the trade, on whichever form, those of its own form first; the insider of the record is one of them.',
      resolve: ({ trade_owners, reporting_owners }, _, { caller }) =>
        knownBy(trade_owners, caller.view.until) ?? reporting_owners,
    }),
    forms: t.field({
      type: [form],
      description: 'The forms that tell the trade, that of the record first.',
      resolve: (filing, _, { caller }) => knownBy(filing.trade_forms, caller.view.until) ?? [filing],
    }),
    replaces: t.exposeString('replaces', {
      nullable: true,
      description: 'For a line of an amendment, id of the line that it replaces; null for one that it adds.',
    }),
    isUndecided: t.boolean({
      description:
        'Whether this is a line of an amendment that may replace one of several lines, or one of these. Sums, clusters and signals count the latter alone.',
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
