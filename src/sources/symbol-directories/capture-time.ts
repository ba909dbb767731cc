import type { CaptureContext } from '../../core/capture/capture-store.ts';
import { type ImportOptions, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';

/** When a directory was captured that does not say it. Throws `SourceError`. */
export function captureTime(file: string, { at }: ImportOptions): string {
  if (at) return at.toISOString();
  throw new SourceError(`${file}: does not say when it was captured: pass --at`);
}

/** The same of a capture that is read: its context says it. */
export const timeIn = ({ at }: CaptureContext): Date => new Date(String(at));

/** Throws `SourceError` for what is no JSON. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SourceError(`${file}: is no JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
