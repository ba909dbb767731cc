import { parseJson, TOO_DEEP } from '../../core/checks/json-text.ts';
import { AppError } from '../../errors.ts';
import { isObject, type JsonObject } from '../../feed/json.ts';

/** The JSON object a body is. Throws BAD_REQUEST, which never quotes the body: it may hold a secret. */
export function jsonObject(body: Buffer | undefined, example: string): JsonObject {
  const parsed = parseJson(body?.toString('utf8') ?? '');
  if (parsed.ok && isObject(parsed.value)) return parsed.value;
  if (!parsed.ok && parsed.message === TOO_DEEP) throw new AppError('BAD_REQUEST', `the body ${TOO_DEEP}`);
  throw new AppError('BAD_REQUEST', `the body must be one JSON object, e.g. ${example}`);
}
