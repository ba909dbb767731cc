import { fullView } from '../core/access/view.ts';
import type { StoredEntry, Target } from '../core/capture/capture-store.ts';
import type { AnyRecord, Feed } from '../feed/feed.ts';
import { compare, defaultOrder } from '../feed/query.ts';
import { listings } from '../feeds/symbols/feed.ts';
import type { Basis, References } from '../sources/format.ts';
import { completions } from '../sources/index.ts';
import type { Services } from './services.ts';

/** What fields of a record were completed from: a reference or a listing, with the newest native entry that became it. */
export interface TracedCompletion {
  readonly fields: readonly string[];
  /** Kind of the reference, or the module of the listing. */
  readonly subject: string;
  readonly key: string;
  /** Null: it came before entries were kept. */
  readonly entry: Omit<StoredEntry, 'id'> | null;
}

type Needed = Pick<Services, 'references' | 'feeds' | 'captures' | 'clock'>;

/** More than any company lists. */
const MAX_LISTINGS = 50;

/** Fields that several references complete come once for each. */
export async function completedFrom(
  services: Needed,
  feed: Feed,
  record: AnyRecord,
): Promise<readonly TracedCompletion[]> {
  const found: { readonly fields: readonly string[]; readonly target: Target }[] = [];
  for (const { basis, references, feed: of } of completions) {
    if (of !== feed || basis === undefined) continue;
    const known = await referencesOf(services, references);
    for (const one of basis(record, known)) {
      for (const target of await targetsOf(services, one)) found.push({ fields: one.fields, target });
    }
  }
  const entries = await services.captures.entriesOf(
    found.map(({ target }) => target),
    1,
  );
  return found.map(({ fields, target: { subject, ...target } }, index) => {
    const [stored] = entries[index] ?? [];
    const key = 'key' in target ? target.key : '';
    if (stored === undefined) return { fields, subject, key, entry: null };
    const { id: _, ...entry } = stored;
    return { fields, subject, key, entry };
  });
}

const referencesOf = async ({ references }: Needed, kinds: readonly string[]): Promise<References> =>
  new Map(await Promise.all(kinds.map(async (kind) => [kind, await references.all(kind)] as const)));

async function targetsOf({ feeds, clock }: Needed, basis: Basis): Promise<readonly Target[]> {
  if (basis.kind === 'reference') return [{ kind: 'reference', subject: basis.reference, key: basis.key }];
  const query = {
    filter: compare(listings.leaf(basis.by), 'eq', basis.value),
    order: defaultOrder(listings),
    limit: MAX_LISTINGS,
  };
  const { rows } = await feeds.page(listings, query, fullView(clock.now()));
  return rows.map(({ id }) => ({ kind: 'record', subject: listings.module, key: String(id) }));
}
