/** Thrown where a body ends before it is complete; a second attempt may bring all of it. */
class TruncatedError extends Error {
  override readonly name = 'TruncatedError';
}

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** Reads a body up to `maxBytes`; more ends the download. */
export async function readBytes(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return Buffer.alloc(0);
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new TooLargeError(`is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const expected = response.headers.get('content-length');
  // With a content encoding the length is that of the encoded bytes, and the decoder notices an early end.
  if (expected !== null && !response.headers.has('content-encoding') && Number(expected) !== size) {
    throw new TruncatedError(`ended after ${size} of ${expected} bytes`);
  }
  return Buffer.concat(chunks);
}

/** Text in the charset of the header, else of an XML declaration, else UTF-8; a byte order mark is dropped. */
export function decode(bytes: Buffer, contentType: string | null): string {
  const stated = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1];
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)/i.exec(
    bytes.toString('latin1', 0, 200),
  )?.[1];
  return decoderFor(stated ?? declared ?? 'utf-8').decode(bytes);
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(); // an unknown charset; UTF-8 is the likeliest
  }
}

/** The title of an HTML page, `''` for one without; null for what is no HTML page. */
export function htmlTitle(text: string): string | null {
  const head = text.slice(0, 4096);
  if (!/^(?:\uFEFF|\s|<\?xml[^>]*>|<!--.*?-->)*<(?:!doctype\s+html|html)[\s>]/is.test(head)) return null;
  return /<title[^>]*>([^<]*)/i.exec(head)?.[1]?.replace(/\s+/g, ' ').trim() ?? '';
}

/** Throws `TruncatedError` for JSON that ends early, and the parser's error for what was never JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
    const isCut = /end of JSON input|Unterminated string/.test(message) || position >= text.trimEnd().length;
    if (isCut) throw new TruncatedError('the JSON ends early', { cause: error });
    throw error;
  }
}
