import { AppError } from '../../errors.ts';
import { MAX_ARGUMENT, textFault } from '../../feed/text.ts';

/**
 * What every text of a request passes, whatever surface it comes in by: parameters and places of paths, arguments and
 * variables of GraphQL, members of bodies. Throws INVALID_PARAMETER, which names the parameter and never shows the text: it
 * may be a password.
 */
export function checkText(param: string, text: string, maxLength: number = MAX_ARGUMENT): string {
  const fault = textFault(text, maxLength);
  if (fault === null) return text;
  throw new AppError('INVALID_PARAMETER', `${param} must be ${fault}`, { param });
}
