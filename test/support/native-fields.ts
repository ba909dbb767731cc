import { isObject } from '../../src/feed/json.ts';

/**
 * Names of the fields of a native entry: of JSON its members, and those of members that are entries themselves; of a form of
 * the SEC its elements with a value.
 */
export function namesIn(content: string): readonly string[] {
  const names = new Set<string>();
  const [form] = /<ownershipDocument>[\s\S]*<\/ownershipDocument>/.exec(content) ?? [];
  if (form !== undefined) for (const [, name = ''] of form.matchAll(/<(\w+)>\s*[^<\s]/g)) names.add(name);
  else collect(JSON.parse(content), names);
  names.delete('value'); // what an element of a form wraps
  names.delete(''); // a column of numbers of rows
  return [...names];
}

function collect(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, names);
  else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (COMMITTEE.test(name) || HOLDS_ENTRIES.has(name) || TABLE.test(name)) collect(inner, names);
      else names.add(name);
    }
  }
}

/** Members that hold entries of their own; their names are those of the format, not of a field. */
const HOLDS_ENTRIES: ReadonlySet<string> = new Set([
  ...['record', 'columns', 'captured_at'], // of rows of a table and of whole captures, as the parser keeps them
  ...[
    'result',
    'positions',
    'trades',
    'orders',
    'terms',
    'id',
    'name',
    'assetPositions',
    'position',
    'marginSummary',
    'subcommittees',
  ],
]);
/** Tables of the SEC's sets, and ids of committees: names by data. */
const TABLE = /^(?:SUBMISSION|REPORTINGOWNER|OWNER_SIGNATURE|FOOTNOTES|(?:NON)?DERIV_(?:TRANS|HOLDING))$/;
const COMMITTEE = /^[HSJ][A-Z]{3}(?:\d\d)?$/;
