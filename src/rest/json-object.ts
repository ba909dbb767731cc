import { AppError } from '../errors.ts';
import { isObject, type JsonObject } from '../feed/json.ts';

/** The JSON object a body is. Throws BAD_REQUEST, which never quotes the body: it may hold a secret. */
export function jsonObject(body: Buffer | undefined, example: string): JsonObject {
  const value = parse(body?.toString('utf8') ?? '');
  if (isObject(value)) return value;
  throw new AppError('BAD_REQUEST', `the body must be one JSON object, e.g. ${example}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no JSON is no object: refused by the caller
  }
}
