import { CloseCode } from 'graphql-ws';
import { expect, test } from 'vitest';
import { faultOf } from '../../../src/client/stream-fault.ts';
import { CLOSE_CODES } from '../../../src/http/websocket/close-codes.ts';

const byName = (entries: Readonly<Record<string, number>>) =>
  Object.entries(entries).sort(([a], [b]) => a.localeCompare(b));
const table = Object.fromEntries(Object.entries(CLOSE_CODES).map(([name, { code }]) => [name, code]));

/** Codes of graphql-ws that its `makeServer` does not send: of clients, and of adapters that the server does not use. */
const NOT_SENT = [
  'InternalServerError',
  'InternalClientError',
  'BadResponse',
  'ConnectionAcknowledgementTimeout',
];

/** From here on codes are this service's own. */
const OWN_CODES = 4900;

test('codes of the application are those of graphql-ws, by the same names', () => {
  const theirs = Object.entries(CloseCode).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && !NOT_SENT.includes(entry[0]),
  );
  const ours = Object.entries(table).filter(([, code]) => code >= 4000 && code < OWN_CODES);
  expect(byName(Object.fromEntries(ours))).toEqual(byName(Object.fromEntries(theirs)));
});

test('no code stands twice, and reasons fit into a close frame', () => {
  expect(new Set(Object.values(table)).size).toBe(Object.keys(table).length);
  for (const { reason } of Object.values(CLOSE_CODES)) expect(Buffer.byteLength(reason)).toBeLessThan(124);
});

test('the typed client connects again exactly where the table says so', () => {
  const codes = Array.from({ length: 4000 }, (_, index) => 1000 + index);
  const refusals = codes.filter((code) => faultOf({ code, reason: '' }).resume === 'never');
  const expected = Object.values(CLOSE_CODES).filter(({ reconnect }) => !reconnect);
  // The client of graphql-ws closes with BadResponse what it cannot read; a server does not send it.
  expect(refusals).toEqual(
    [...expected.map(({ code }) => code), CloseCode.BadResponse].sort((a, b) => a - b),
  );
});
