import {
  ALERT_DIGESTS,
  ALERT_FORMATS,
  type AlertDigest,
  type AlertDocument,
  type AlertFormat,
} from '../../core/alerts/alert.ts';
import type { AlertWishes, NewAlert, ReplayFrom } from '../../core/alerts/alert-admin.ts';
import { ALERT_SIGNATURES, type AlertSignature } from '../../core/alerts/webhook-signature.ts';
import { checkText } from '../../core/checks/check-text.ts';
import { AppError, invalidParameter } from '../../errors.ts';
import { isObject, type JsonObject } from '../../feed/json.ts';
import { parseInstant } from '../../feed/value.ts';
import { onlyMembers, textMember } from '../request/body-members.ts';

const MEMBERS = [
  'name',
  'query',
  'operation_name',
  'variables',
  'url',
  'format',
  'digest',
  'pause_on_failure',
];
const MAX_DOCUMENT = 65_536;
const MAX_VARIABLES = 16_384;

/** Bodies of the routes of alerts. All throw INVALID_PARAMETER, which names the member. */
export function readNewAlert(body: JsonObject): NewAlert {
  onlyMembers(body, [...MEMBERS, 'signature']);
  return {
    name: nameIn(body) ?? missing('name'),
    document: documentIn(body) ?? missing('query'),
    url: urlIn(body) ?? null,
    format: formatIn(body) ?? 'standard',
    digest: digestIn(body) ?? 'none',
    signature: signatureIn(body) ?? 'v1',
    pauseOnFailure: flagIn(body) ?? true,
  };
}

export function readAlertWishes(body: JsonObject): AlertWishes {
  onlyMembers(body, [...MEMBERS, 'state']);
  const wishes = {
    name: nameIn(body),
    document: documentIn(body),
    url: urlIn(body),
    format: formatIn(body),
    digest: digestIn(body),
    pauseOnFailure: flagIn(body),
    state: oneOf(body, 'state', ['active', 'paused'] as const),
  };
  if (Object.values(wishes).every((wish) => wish === undefined))
    throw new AppError('BAD_REQUEST', `send what to change: ${[...MEMBERS, 'state'].join(', ')}`);
  return Object.fromEntries(Object.entries(wishes).filter(([, wish]) => wish !== undefined));
}

export function readReplay(body: JsonObject): ReplayFrom {
  onlyMembers(body, ['after', 'since']);
  const after = textMember(body, 'after');
  const since = textMember(body, 'since');
  if ((after === undefined) === (since === undefined))
    throw new AppError('BAD_REQUEST', 'send either after (a live cursor) or since (a time)');
  if (after !== undefined) return { after: checkText('after', after) };
  const at = parseInstant(since ?? '');
  if (at) return { since: at };
  throw invalidParameter('since', since, 'a date or a time in ISO 8601 with zone');
}

export function readSkip(body: JsonObject): 'batch' | 'all' {
  onlyMembers(body, ['what']);
  return oneOf(body, 'what', ['batch', 'all'] as const) ?? 'batch';
}

function nameIn(body: JsonObject): string | undefined {
  const name = textMember(body, 'name');
  return name === undefined ? undefined : checkText('name', name);
}

/** Document, operation and variables belong together: what is left out of a new document is none. */
function documentIn(body: JsonObject): AlertDocument | undefined {
  const query = textMember(body, 'query');
  const operationName = body.operation_name === null ? null : textMember(body, 'operation_name');
  const { variables = {} } = body;
  if (query === undefined) {
    if (operationName === undefined && body.variables === undefined) return undefined;
    throw new AppError('INVALID_PARAMETER', 'operation_name and variables need query in the same body', {
      param: 'query',
    });
  }
  if (!isObject(variables) || JSON.stringify(variables).length > MAX_VARIABLES)
    throw invalidParameter(
      'variables',
      variables,
      `an object of at most ${MAX_VARIABLES} characters of JSON`,
    );
  return {
    query: checkText('query', query, MAX_DOCUMENT),
    operationName:
      operationName === undefined || operationName === null
        ? null
        : checkText('operation_name', operationName),
    variables,
  };
}

function urlIn(body: JsonObject): string | null | undefined {
  const url = body.url === null ? null : textMember(body, 'url');
  return typeof url === 'string' ? checkText('url', url) : url;
}

const digestIn = (body: JsonObject): AlertDigest | undefined => oneOf(body, 'digest', ALERT_DIGESTS);

const signatureIn = (body: JsonObject): AlertSignature | undefined =>
  oneOf(body, 'signature', ALERT_SIGNATURES);

const formatIn = (body: JsonObject): AlertFormat | undefined => oneOf(body, 'format', ALERT_FORMATS);

function flagIn(body: JsonObject): boolean | undefined {
  const { pause_on_failure: value } = body;
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidParameter('pause_on_failure', value, 'true or false');
}

function oneOf<T extends string>(body: JsonObject, name: string, words: readonly T[]): T | undefined {
  const value = textMember(body, name);
  const word = words.find((one) => one === value);
  if (value === undefined || word !== undefined) return word;
  throw invalidParameter(name, value, `one of ${words.join(', ')}`);
}

function missing(param: string): never {
  throw new AppError('INVALID_PARAMETER', `${param} is missing`, { param });
}
