import { AlphaError, type Answer, type Client } from '../../client/client.ts';
import type { Budget } from './budget.ts';
import { FEEDS, type FeedName, type OpenFeed } from './feeds.ts';
import type { ListOrder, Row } from './rows.ts';
import type { FeedSource, PageState, Tier } from './state.ts';
import type { Store } from './store.ts';

/** How a page uses a feed. */
export interface FeedUse {
  readonly name: FeedName;
  /** Rows kept; null: those that were read, and what comes before them. */
  readonly max: number | null;
  /** Parameters of the open feed; of several, each is read. Null: it cannot be asked for this. */
  readonly params: OpenParams | readonly OpenParams[] | null;
  /** Which of the rows of the open feed are of the page, where its parameters cannot say so. */
  readonly isOpenRow?: (row: never) => boolean;
  /** Filter of its changes; null: it is not followed on this page. */
  readonly follow: object | null;
  /** What the page orders its rows by, largest first; unless given, as its feed is. */
  readonly orderOf?: ListOrder['orderOf'];
  /** A change reads the page anew: more than one row follows from it. Unless given, it changes its row. */
  readonly rereads?: boolean;
  /** Followed with a key of many units a day alone: most of its pages are read and left. */
  readonly isCostly?: boolean;
  /** Its open feed is read until the key has answered: the query of the page tells more. */
  readonly isPreview?: boolean;
  /** Its parameters say the order of the rows, too. */
  readonly isOrdered?: boolean;
}

export type OpenParams = Readonly<Record<string, string>>;

/** Where a page reads a feed without the key right now; null: nowhere. */
export const openFeedOf = (use: FeedUse, { tier }: Pick<PageState, 'tier'>): OpenFeed | null =>
  use.params === null || (use.isPreview && tier !== null) ? null : FEEDS[use.name].open;

/** How a page orders the rows of a feed. */
export const orderIn = ({ name, orderOf }: FeedUse): ListOrder['orderOf'] => orderOf ?? FEEDS[name].orderOf;

/** What one query of a page brought. */
export interface PageRead {
  readonly tier: Tier;
  readonly rows: Partial<Readonly<Record<FeedName, readonly Row[] | null>>>;
  /** Live cursors of what can be followed from here; null: from when the stream is opened. */
  readonly cursors: Partial<Readonly<Record<FeedName, string | null>>>;
  /** What stands beside the rows. */
  readonly rest: Partial<PageState>;
}

export interface PagePlan {
  readonly uses: readonly FeedUse[];
  /** What the one query of the page costs at most. */
  readonly units: number;
  /** Whether the filters that the page follows are known; unless given, they are. */
  isReady?(): Promise<boolean>;
  /** The query. Throws what the client throws. */
  read(client: Client): Promise<Answer<PageRead>>;
  /** What stands beside the rows, from the open feeds: read once without a key, and while the key has no units. Never throws. */
  readOpen?(): Promise<Partial<PageState>>;
}

/** What the page is of. Throws what it failed with, so that the page is read again: a field that failed is no empty one. */
export function readOrThrow<T>(
  field: T | null | undefined,
  { errors }: Pick<Answer<unknown>, 'errors'>,
): T | null {
  const [fault] = errors ?? [];
  if (field == null && fault)
    throw new AlphaError(fault.extensions?.code ?? 'BAD_RESPONSE', fault.message, fault.extensions);
  return field ?? null;
}

/** What the parts of a page share. */
export interface PageWork {
  readonly state: Store<PageState>;
  readonly plan: PagePlan;
  readonly budget: Budget;
  /** Says why something has to wait, and counts down to when it goes on. */
  wait(why: string, ms: number): void;
  setRows(name: FeedName, change: (rows: readonly Row[]) => readonly Row[]): void;
  setSource(name: FeedName, source: FeedSource): void;
  spent(what: string, units: number): void;
}
