/** Levels of lists and objects that a JSON text may have. What the service takes has at most some twenty. */
export const MAX_JSON_DEPTH = 64;

/** What is said of a text that has more. */
export const TOO_DEEP = `is nested deeper than ${MAX_JSON_DEPTH} levels`;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** `message` continues a sentence that begins with what the text is: `the body is not JSON`. */
  | { readonly ok: false; readonly message: string };

/**
 * Reads a JSON text that comes from outside. Deep nesting is refused before it is parsed: what walks a value later, to
 * show or to hash it, would run out of stack. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  if (isTooDeep(text)) return { ok: false, message: TOO_DEEP };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: `is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Whether brackets outside of strings open more than `MAX_JSON_DEPTH` levels; one pass, which stops there. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Where the string that opens at `start` closes; the end of a text that does not close it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
