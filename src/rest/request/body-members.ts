import { AppError, invalidParameter } from '../../errors.ts';
import type { JsonObject } from '../../feed/json.ts';

/** A member that is misspelt must not be taken for one that is absent. Throws INVALID_PARAMETER. */
export function onlyMembers(body: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const param = unknown.slice(0, 80);
  throw new AppError('INVALID_PARAMETER', `unknown member "${param}"; members are ${known.join(', ')}`, {
    param,
  });
}

/** Undefined where it is absent. Throws INVALID_PARAMETER. */
export function textMember(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || typeof value === 'string') return value;
  throw invalidParameter(name, value, 'a text');
}
