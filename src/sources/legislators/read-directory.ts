import { parse, YAMLParseError } from 'yaml';
import { SourceError } from '../format.ts';

/** The content of a file of the directory, which is published as YAML and as JSON; the latter is read in a tenth of the time. */
export function parseDirectory(text: string, file: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new SourceError(`${file}: not JSON (${error.message.replace(/\s+/g, ' ')})`, { cause: error });
    }
    if (!(error instanceof YAMLParseError)) throw error;
    const line = error.linePos ? `line ${error.linePos[0].line}: ` : '';
    throw new SourceError(`${file}: ${line}not YAML (${error.code})`, { cause: error });
  }
}

/** The entries of a list of legislators. */
export function entriesOf(text: string, file: string): readonly unknown[] {
  const entries = parseDirectory(text, file);
  if (!Array.isArray(entries)) throw new SourceError(`${file}: must be a list of legislators`);
  return entries;
}

/** A text member of an entry; null where it is empty or none. */
export function textOf(entry: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = entry[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
