import { isObject, type JsonObject } from '../../feed/json.ts';
import { SourceError } from '../format.ts';
import { readText } from '../read-file.ts';

/** A file of freqtrade: a result, or what it knows of the run (`.meta.json`), both by strategy. */
export interface ResultFile {
  readonly file: string;
  readonly kind: 'result' | 'metadata';
  readonly strategies: JsonObject;
  /** Metadata that newer results carry themselves. */
  readonly metadata: JsonObject;
}

/** Throws `SourceError` for what is neither. */
export async function readResultFile(file: string): Promise<ResultFile> {
  return parseResult(parse(await readText(file, IN_ZIP), file), file);
}

/** Since 2025 results are packed with their configuration and strategy; the result comes first. */
const IN_ZIP = { inZip: /^(?!.*_config\.json$)[^/]+\.json$/ };

/** The same for JSON that was read already; `file` names it in messages. */
export function parseResult(json: unknown, file: string): ResultFile {
  if (isObject(json)) {
    const { strategy, metadata } = json;
    if (isObject(strategy))
      return { file, kind: 'result', strategies: strategy, metadata: isObject(metadata) ? metadata : {} };
    const entries = Object.values(json);
    if (entries.length > 0 && entries.every((entry) => isObject(entry) && 'run_id' in entry))
      return { file, kind: 'metadata', strategies: {}, metadata: json };
  }
  throw new SourceError(`${file}: has no "strategy"; this is no backtest result of freqtrade`);
}

/** Python writes NaN and Infinity, which are no JSON: they mean that a figure is not defined. */
const UNDEFINED_NUMBER = /("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/g;

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(UNDEFINED_NUMBER, (_, quoted: string | undefined) => quoted ?? 'null'));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SourceError(`${file}: not JSON (${message.replace(/\s+/g, ' ')})`, { cause: error });
  }
}
