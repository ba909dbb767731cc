import type { PageEnds } from '../lists/page-ends.ts';

/** Rows that were left out of a list, so that the answer fits. */
export interface Cut {
  /** Of the list in the answer: `signals.nodes`. */
  readonly list: string;
  readonly rows: number;
  readonly shown: number;
}

const MAX_CUT_BYTES = 2_000_000;
/** Each looks at all lists once. */
const MAX_ROUNDS = 20;

type Members = Record<string, unknown>;

interface Rows {
  readonly path: string;
  /** The connection, where the list is one of its rows. */
  readonly holder: Members;
  readonly rows: unknown[];
  readonly bytes: number;
}

/**
 * Takes rows from the end of the longest lists until the text of the data has at most `maxBytes`. A page that is cut ends at the
 * last row that is left: its end cursor leads to the first row that was taken.
 * @returns null where lists of single rows are too long still, and for what is so long that cutting it would hold up others.
 */
export function cutRows(
  data: unknown,
  maxBytes: number,
  ends: Pick<PageEnds, 'shortened'>,
): { data: unknown; cuts: readonly Cut[] } | null {
  if (bytesOf(data) > MAX_CUT_BYTES) return null;
  const copy: unknown = structuredClone(data);
  const cuts = new Map<string, Cut>();
  const whole = new Map<Members, readonly EndShown[]>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const bytes = bytesOf(copy);
    if (bytes <= maxBytes) return { data: copy, cuts: [...cuts.values()] };
    const [longest] = listsIn(copy, '', {}).sort((a, b) => b.bytes - a.bytes);
    if (longest === undefined) return null;
    const { path, holder, rows } = longest;
    const over = bytes - maxBytes;
    const taken = Math.max(1, Math.min(rows.length - 1, Math.ceil((over / longest.bytes) * rows.length)));
    const before = cuts.get(path)?.rows ?? rows.length;
    const shownEnds = whole.get(holder) ?? endsIn(holder);
    whole.set(holder, shownEnds);
    rows.length -= taken;
    cuts.set(path, { list: path, rows: before, shown: rows.length });
    for (const end of shownEnds) moveEnd(end, before, rows.length, ends);
  }
  return null;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Lists of several rows. */
function listsIn(value: unknown, path: string, holder: Members): Rows[] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((one, at) => listsIn(one, `${path}[${at}]`, holder));
    return value.length > 1 ? [{ path, holder, rows: value, bytes: bytesOf(value) }, ...inner] : inner;
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    listsIn(one, path === '' ? name : `${path}.${name}`, value),
  );
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text beside a list that may be the end cursor of its page, as it was before the list was cut. */
interface EndShown {
  readonly pageInfo: Members;
  readonly name: string;
  readonly cursor: string;
  /** Rows that are left of the shorter of `nodes` and `edges`. */
  shown: number;
}

/** Whatever their aliases are. */
const endsIn = (holder: Members): readonly EndShown[] =>
  Object.values(holder)
    .filter(isObject)
    .flatMap((pageInfo) =>
      Object.entries(pageInfo).flatMap(([name, cursor]) =>
        typeof cursor === 'string' && name !== 'startCursor'
          ? [{ pageInfo, name, cursor, shown: Infinity }]
          : [],
      ),
    );

function moveEnd(end: EndShown, rows: number, shown: number, ends: Pick<PageEnds, 'shortened'>): void {
  const { pageInfo, name } = end;
  const cursor = ends.shortened(end.cursor, rows, shown);
  if (cursor === undefined || shown > end.shown) return;
  end.shown = shown;
  pageInfo[name] = cursor;
  if ('hasNextPage' in pageInfo) pageInfo.hasNextPage = true;
}
