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

interface Rows {
  readonly path: string;
  readonly rows: unknown[];
  readonly bytes: number;
}

/**
 * Takes rows from the end of the longest lists until the text of the data has at most `maxBytes`.
 * @returns null where lists of single rows are too long still, and for what is so long that cutting it would hold up others.
 */
export function cutRows(data: unknown, maxBytes: number): { data: unknown; cuts: readonly Cut[] } | null {
  if (bytesOf(data) > MAX_CUT_BYTES) return null;
  const copy: unknown = structuredClone(data);
  const cuts = new Map<string, Cut>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const bytes = bytesOf(copy);
    if (bytes <= maxBytes) return { data: copy, cuts: [...cuts.values()] };
    const [longest] = listsIn(copy, '').sort((a, b) => b.bytes - a.bytes);
    if (longest === undefined) return null;
    const { path, rows } = longest;
    const over = bytes - maxBytes;
    const taken = Math.max(1, Math.min(rows.length - 1, Math.ceil((over / longest.bytes) * rows.length)));
    const before = cuts.get(path)?.rows ?? rows.length;
    rows.length -= taken;
    cuts.set(path, { list: path, rows: before, shown: rows.length });
  }
  return null;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Lists of several rows. */
function listsIn(value: unknown, path: string): Rows[] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((one, at) => listsIn(one, `${path}[${at}]`));
    return value.length > 1 ? [{ path, rows: value, bytes: bytesOf(value) }, ...inner] : inner;
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => listsIn(one, path === '' ? name : `${path}.${name}`));
}
