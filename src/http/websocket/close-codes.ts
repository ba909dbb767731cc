/**
 * Every code with which the server closes a WebSocket; `docs/live.md` shows this table. Codes below 4000 have their names from
 * the registry of RFC 6455, those up to 4899 from graphql-ws' `CloseCode`; from 4900 on codes are this service's own. `ws` and graphql-ws send some of them by themselves.
 *
 * - `reason`: what is sent with the code when the caller gives no reason of its own.
 * - `meaning`: for the guide.
 * - `reconnect`: whether a client should connect again. The typed client does as this says.
 */
const table = {
  GoingAway: {
    code: 1001,
    reason: 'shutting down',
    meaning: 'the server is shutting down; connect again at once',
    reconnect: true,
  },
  ProtocolError: { code: 1002, reason: '', meaning: 'an invalid WebSocket frame', reconnect: false },
  InvalidPayload: { code: 1007, reason: '', meaning: 'text that is not UTF-8', reconnect: false },
  PolicyViolation: { code: 1008, reason: '', meaning: 'a message in too many fragments', reconnect: false },
  MessageTooBig: { code: 1009, reason: '', meaning: 'a message over 64 KB', reconnect: false },
  InternalError: {
    code: 1011,
    reason: 'an unexpected error',
    meaning: 'an unexpected error',
    reconnect: true,
  },
  TryAgainLater: {
    code: 1013,
    reason: 'too slow: read the list again, or continue from the last cursor',
    meaning: 'the client was too slow, if the last event was `RESYNC`; otherwise the store is unavailable',
    reconnect: true,
  },
  BadRequest: {
    code: 4400,
    reason: 'messages are text',
    meaning: 'a message that does not follow the protocol',
    reconnect: false,
  },
  Unauthorized: {
    code: 4401,
    reason: 'Unauthorized',
    meaning: 'no key was sent, or a subscription came before `connection_ack`',
    reconnect: false,
  },
  Forbidden: {
    code: 4403,
    reason: 'Forbidden',
    meaning: 'the key is not valid: revoked, expired, unknown',
    reconnect: false,
  },
  SubprotocolNotAcceptable: {
    code: 4406,
    reason: 'Subprotocol not acceptable',
    meaning: 'a subprotocol other than `graphql-transport-ws`',
    reconnect: false,
  },
  ConnectionInitialisationTimeout: {
    code: 4408,
    reason: 'Connection initialisation timeout',
    meaning: 'no `connection_init` within 3 seconds',
    reconnect: true,
  },
  SubscriberAlreadyExists: {
    code: 4409,
    reason: 'Subscriber already exists',
    meaning: 'an operation id that is in use',
    reconnect: false,
  },
  TooManyInitialisationRequests: {
    code: 4429,
    reason: 'Too many initialisation requests',
    meaning: 'a second `connection_init`',
    reconnect: false,
  },
} as const;

/** By its name. */
export type CloseCode = keyof typeof table;

interface CloseCodeEntry {
  readonly code: number;
  /** At most 123 bytes of UTF-8, as RFC 6455 has it. */
  readonly reason: string;
  readonly meaning: string;
  readonly reconnect: boolean;
}

export const CLOSE_CODES: Readonly<Record<CloseCode, CloseCodeEntry>> = table;

const names = new Map(Object.entries(CLOSE_CODES).map(([name, { code }]) => [code, name as CloseCode])); // keys of the table

/** The name of a code that a library closes with; an unexpected error for one that the table does not hold. */
export const closeCodeOf = (code: number | undefined): CloseCode => names.get(code ?? 0) ?? 'InternalError';
