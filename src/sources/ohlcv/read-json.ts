import { SourceError } from '../format.ts';
import { readText } from '../read-file.ts';

/** The JSON value in a file; throws `SourceError` for one that is not JSON or ends too early. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
    throw new SourceError(`${file}: not JSON (${message})`, { cause: error });
  }
}
