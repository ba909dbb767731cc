import { expect, test } from 'vitest';
import { sendingTime } from '../../src/alerts/batch-progress.ts';

const since = new Date('2026-11-20T15:04:05.678Z');
const MAIL = { format: 'email', batchEnd: null, lastDeliveredAt: null } as const;
const timeOf = (digest: 'none' | 'hourly' | 'daily', more: object = {}) =>
  sendingTime({ ...MAIL, digest, ...more }, { since }, 60_000).toISOString();

test('a digest is sent at the end of the hour or day of its first event', () => {
  expect(timeOf('hourly')).toBe('2026-11-20T16:00:00.000Z');
  expect(timeOf('daily')).toBe('2026-11-21T00:00:00.000Z');
  const onTheHour = { since: new Date('2026-11-20T16:00:00Z') };
  expect(sendingTime({ ...MAIL, digest: 'hourly' }, onTheHour, 60_000)).toEqual(
    new Date('2026-11-20T17:00:00Z'),
  );
});

test('at once is at once, and so is what was sent before', () => {
  expect(timeOf('none')).toBe('1970-01-01T00:00:00.000Z');
  expect(timeOf('daily', { batchEnd: 'x' })).toBe('1970-01-01T00:00:00.000Z');
  expect(timeOf('none', { format: 'slack', lastDeliveredAt: since })).toBe('1970-01-01T00:00:00.000Z');
});

test('e-mails of an alert are a minute apart', () => {
  expect(timeOf('none', { lastDeliveredAt: since })).toBe('2026-11-20T15:05:05.678Z');
});
