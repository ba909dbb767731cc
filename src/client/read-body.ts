import { AlphaError, ofProblem } from './alpha-error.ts';
import type { Problem } from './generated/rest.ts';

/**
 * The body of an answer. Throws what the server says is wrong, and BAD_RESPONSE for a type that was not asked for.
 * @param kindOf how a body of this type is read; null: not at all.
 */
export async function readBody(
  response: Response,
  kindOf: (type: string) => 'json' | 'text' | null,
): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json')) throw ofProblem((await response.json()) as Problem);
  const kind = kindOf(type);
  if (kind !== null) return response[kind]();
  await response.body?.cancel();
  throw new AlphaError('BAD_RESPONSE', `status ${response.status} with ${type || 'no content type'}`);
}
