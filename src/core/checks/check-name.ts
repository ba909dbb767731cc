import { invalidParameter } from '../../errors.ts';
import { isOneLine, textFault } from '../../feed/text.ts';

export const MAX_NAME = 100;

/** The name of a key or an alert as it is kept: one line of 1 to 100 characters, trimmed. Throws INVALID_PARAMETER. */
export function checkName(text: string): string {
  const name = text.trim();
  if (name !== '' && textFault(name, MAX_NAME) === null && isOneLine(name)) return name;
  throw invalidParameter(
    'name',
    text,
    `one line of 1 to ${MAX_NAME} characters, without control characters or line breaks`,
  );
}
