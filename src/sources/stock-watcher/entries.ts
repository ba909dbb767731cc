import { isObject } from '../../feed/json.ts';
import { SourceError } from '../format.ts';

/** The entries of a JSON array whose objects have the field `mark`; a file that is not that is no file of the format. */
export function entriesOf(json: string, file: string, mark: string): readonly unknown[] {
  const entries = parse(json, file);
  if (!Array.isArray(entries)) throw new SourceError(`${file}: must be a JSON array of transactions`);
  if (entries.length > 0 && !entries.some((entry) => isObject(entry) && Object.hasOwn(entry, mark))) {
    throw new SourceError(`${file}: no entry has a "${mark}"; these are no transactions of this format`);
  }
  return entries;
}

function parse(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = lineOfFault(json, message);
    const where = line === null ? '' : `line ${line}: `;
    throw new SourceError(`${file}: ${where}not JSON (${message.replace(/\s+/g, ' ')})`, { cause: error });
  }
}

const TOKEN = /[\s{}[\],:]+|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;

/** V8 gives the line of most faults, but not of a word that is no JSON and not of a text that simply ends. */
function lineOfFault(json: string, message: string): number | null {
  const stated = /\(line (\d+) column/.exec(message)?.[1];
  if (stated !== undefined) return Number(stated);
  TOKEN.lastIndex = 0;
  let end = 0;
  while (end < json.length && TOKEN.test(json)) end = TOKEN.lastIndex;
  const isFound = end < json.length || message.includes('end of JSON input');
  return isFound ? json.slice(0, end).trimEnd().split('\n').length : null;
}
