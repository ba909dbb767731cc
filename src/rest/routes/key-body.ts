import { DEFAULT_OVERLAP_MS } from '../../core/keys/key-admin.ts';
import type { NewKey } from '../../core/keys/key-issuer.ts';
import type { KeyChanges } from '../../core/keys/key-ports.ts';
import { SCOPES, type Scope } from '../../core/ports.ts';
import { AppError, invalidParameter } from '../../errors.ts';
import type { JsonObject } from '../../feed/json.ts';
import { onlyMembers, textMember } from '../request/body-members.ts';

/** A year: what is longer is a mistake. */
export const MAX_OVERLAP_S = 31_536_000;
/** A hundred years; `null` says never. */
export const MAX_LIFE_S = 3_153_600_000;

/** Bodies of the routes that manage keys. All throw INVALID_PARAMETER, which names the member. */
export function readNewKey(body: JsonObject): NewKey {
  onlyMembers(body, ['tier', 'scope', 'name', 'expires_in_seconds']);
  const lifeS = body.expires_in_seconds ?? null;
  return {
    tier: textMember(body, 'tier') ?? '',
    scope: scopeOf(textMember(body, 'scope') ?? 'read'),
    name: textMember(body, 'name') ?? 'unnamed',
    expiresInMs: lifeS === null ? null : 1000 * seconds('expires_in_seconds', lifeS, 1, MAX_LIFE_S),
  };
}

export function readKeyChanges(body: JsonObject): KeyChanges {
  onlyMembers(body, ['tier', 'name']);
  const changes = { tier: textMember(body, 'tier'), name: textMember(body, 'name') };
  if (changes.tier === undefined && changes.name === undefined)
    throw new AppError('BAD_REQUEST', 'send what to change: tier, name or both');
  return changes;
}

/** Milliseconds. */
export function readOverlap(body: JsonObject): number {
  onlyMembers(body, ['overlap_seconds']);
  return (
    1000 * seconds('overlap_seconds', body.overlap_seconds ?? DEFAULT_OVERLAP_MS / 1000, 0, MAX_OVERLAP_S)
  );
}

function scopeOf(value: string): Scope {
  const scope = SCOPES.find((one) => one === value);
  if (scope) return scope;
  throw invalidParameter('scope', value, `one of ${SCOPES.join(', ')}`);
}

function seconds(name: string, value: unknown, minimum: number, maximum: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum)
    return value;
  throw invalidParameter(name, value, `a whole number of seconds from ${minimum} to ${maximum}`);
}
