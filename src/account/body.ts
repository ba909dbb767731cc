import type { FastifyRequest } from 'fastify';
import { checkText } from '../core/checks/check-text.ts';
import { AppError, invalidParameter } from '../errors.ts';

/** Members of a JSON body. Never shows a value: it may be a password. */
export function textMembers<const Names extends readonly string[]>(
  { body }: FastifyRequest,
  names: Names,
): { readonly [N in Names[number]]: string } {
  const members = objectOf(body);
  const unknown = Object.keys(members).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new AppError('INVALID_PARAMETER', `unknown member; members are ${names.join(', ')}`, {
      param: unknown.slice(0, 80),
    });
  for (const name of names) {
    const member = members[name];
    if (typeof member !== 'string')
      throw new AppError('INVALID_PARAMETER', `${name} must be a text`, { param: name });
    checkText(name, member);
  }
  return members as { [N in Names[number]]: string }; // checked in the lines above
}

/** Longer is no overlap but a second key. */
const MAX_OVERLAP_S = 7 * 86_400;

/** Milliseconds. */
export function overlapMember({ body }: FastifyRequest): number {
  const { overlap_seconds: value } = objectOf(body);
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_OVERLAP_S)
    return value * 1_000;
  throw invalidParameter('overlap_seconds', value ?? null, `a whole number from 0 to ${MAX_OVERLAP_S}`);
}

function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new AppError('BAD_REQUEST', 'the body must be one JSON object');
}
