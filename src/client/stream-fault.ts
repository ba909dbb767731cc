import { AlphaError, type GraphqlError, ofGraphql } from './alpha-error.ts';

/** Why a stream ended. */
export interface StreamFault {
  readonly error: AlphaError;
  /**
   * Whether to go on: `always`, the way to the server was lost; `briefly`, the server refused for a reason that may
   * pass; `never`, it said no.
   */
  readonly resume: 'always' | 'briefly' | 'never';
}

const MINUTE = 60;

/**
 * Close codes after which the client does not connect again: those of the server's table that say so (a test compares the
 * two), and 4004, with which graphql-ws' client closes what it cannot read.
 */
const REFUSALS: ReadonlyMap<number, AlphaError['code']> = new Map([
  [1002, 'BAD_RESPONSE'],
  [1007, 'BAD_REQUEST'],
  [1008, 'BAD_REQUEST'],
  [1009, 'PAYLOAD_TOO_LARGE'],
  [4004, 'BAD_RESPONSE'],
  [4400, 'BAD_REQUEST'],
  [4401, 'KEY_MISSING'],
  [4403, 'KEY_INVALID'],
  [4406, 'BAD_RESPONSE'],
  [4409, 'BAD_REQUEST'],
  [4429, 'BAD_REQUEST'],
]);

/** What a stream fails with: errors of the operation or of an event, the close of the socket, or the error event of a WebSocket. */
export function faultOf(thrown: unknown): StreamFault {
  if (Array.isArray(thrown)) return ofErrors(thrown as readonly GraphqlError[]); // as the protocol has it
  if (isClose(thrown)) return ofClose(thrown);
  if (thrown instanceof Error) throw thrown; // a mistake, ours or the caller's
  return { error: new AlphaError('UNREACHABLE', 'the WebSocket failed', {}, thrown), resume: 'always' };
}

function ofErrors([first]: readonly GraphqlError[]): StreamFault {
  const error = ofGraphql(first ?? { message: 'the stream failed' });
  return { error, resume: canPass(error) ? 'briefly' : 'never' };
}

function canPass({ code, retryAfter }: AlphaError): boolean {
  switch (code) {
    case 'INTERNAL':
    case 'UNAVAILABLE':
    case 'CONFLICT': // the tier of the key has changed
      return true;
    case 'RATE_LIMITED':
      // The minute's units, or too many streams: the server may still hold those of a connection that was lost. The end of
      // the day is too far.
      return retryAfter === undefined || retryAfter <= MINUTE;
    default:
      return false;
  }
}

function ofClose({ code, reason }: Close): StreamFault {
  const refusal = REFUSALS.get(code);
  if (refusal === undefined) {
    return {
      error: new AlphaError('UNREACHABLE', `the WebSocket closed: ${code} ${reason}`),
      resume: 'always',
    };
  }
  const isRevoked = refusal === 'KEY_INVALID' && /revoked/.test(reason);
  return { error: new AlphaError(isRevoked ? 'KEY_REVOKED' : refusal, reason), resume: 'never' };
}

interface Close {
  readonly code: number;
  readonly reason: string;
}

function isClose(thrown: unknown): thrown is Close {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && 'reason' in thrown;
}
