import { afterEach, describe, expect, test } from 'vitest';
import { AlphaError, createClient } from '../../src/client/client.ts';
import { type Act, type ScriptedServer, startScripted } from './scripted-server.ts';

const EVENTS = 'subscription ($after: String) { signals(after: $after) { kind cursor } }';

let server: ScriptedServer | undefined;
afterEach(() => server?.stop());

/** Follows a stream to its end: the cursors it told, and how it ended. */
async function follow(after: string, script: readonly (readonly Act[])[]) {
  server = await startScripted(script);
  const cursors: string[] = [];
  try {
    for await (const { cursor } of createClient({ url: server.url }).subscribe(EVENTS, {}, { after })) {
      cursors.push(cursor);
      if (cursor === 'end') return { cursors, askedAfter: server.askedAfter, error: null };
    }
  } catch (error) {
    if (error instanceof AlphaError) return { cursors, askedAfter: server.askedAfter, error };
    throw error;
  }
  throw new Error('the stream ended');
}

const errorOf = (code: string, more: object = {}) => ({
  message: code,
  extensions: { code, requestId: 'r', ...more },
});

describe('a stream that the server has taken goes on behind the last event', () => {
  test.each<[string, Act]>([
    ['when its tier has changed', { error: errorOf('CONFLICT') }],
    ['when the server is in trouble', { error: errorOf('UNAVAILABLE') }],
    [
      'when the places of a lost connection are still held',
      { error: errorOf('RATE_LIMITED', { retryAfter: 1 }) },
    ],
    ['when an event cannot be told whole', { eventWithErrors: [errorOf('INTERNAL')] }],
    ['when the server stops', { close: 1001, reason: 'shutting down' }],
    ['when it was too slow', { close: 1013, reason: 'too slow' }],
    ['when something in between closed the connection', { close: 1000, reason: '' }],
    ['when the server ends it without a word', { complete: true }],
  ])('%s', async (_, act) => {
    const { cursors, askedAfter, error } = await follow('c0', [
      [{ event: 'c1' }, { event: 'c2' }, act],
      [{ event: 'end' }],
    ]);
    expect(error).toBeNull();
    expect(cursors).toEqual(['c1', 'c2', 'end']);
    expect(askedAfter).toEqual(['c0', 'c2']);
  });

  test('also when it was lost before the first', async () => {
    const { askedAfter, error } = await follow('c0', [[{ close: 1011, reason: '' }], [{ event: 'end' }]]);
    expect(error).toBeNull();
    expect(askedAfter).toEqual(['c0', 'c0']);
  });

  test('as late as the server says', async () => {
    const started = performance.now();
    await follow('c0', [
      [{ event: 'c1' }, { error: errorOf('RATE_LIMITED', { retryAfter: 2 }) }],
      [{ event: 'end' }],
    ]);
    expect(performance.now() - started).toBeGreaterThan(1_990);
  });
});

describe('a stream ends with the error of the server', () => {
  test.each<[string, Act, string]>([
    [
      'when the units of the day are used up',
      { error: errorOf('RATE_LIMITED', { retryAfter: 3600 }) },
      'RATE_LIMITED',
    ],
    ['when the cursor is none', { error: errorOf('INVALID_CURSOR') }, 'INVALID_CURSOR'],
    ['when the key was revoked', { close: 4403, reason: 'this API key was revoked' }, 'KEY_REVOKED'],
    ['when the key has expired', { close: 4403, reason: 'this API key is not valid' }, 'KEY_INVALID'],
    ['when the message was too large', { close: 1009, reason: '' }, 'PAYLOAD_TOO_LARGE'],
  ])('%s', async (_, act, code) => {
    const { cursors, askedAfter, error } = await follow('c0', [[{ event: 'c1' }, act]]);
    expect(error).toMatchObject({ code, cursor: 'c1' });
    expect([cursors, askedAfter]).toEqual([['c1'], ['c0']]);
  });

  test.each(['RATE_LIMITED', 'UNAVAILABLE', 'CONFLICT'])(
    'when it is refused from the first: %s',
    async (code) => {
      const { askedAfter, error } = await follow('c0', [[{ error: errorOf(code, { retryAfter: 1 }) }]]);
      expect(error).toMatchObject({ code, retryAfter: 1, requestId: 'r', cursor: 'c0' });
      expect(askedAfter).toEqual(['c0']);
    },
  );
});
