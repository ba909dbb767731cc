import { describe, expect, test } from 'vitest';
import type { AlertFormat } from '../../../src/core/alerts/alert.ts';
import type { AlertEvent } from '../../../src/core/alerts/alert-events.ts';
import { BATCH_RANGES, batchMessage, testMessage } from '../../../src/core/alerts/alert-message.ts';

const alert = { id: 'a1', name: 'Buys *of* <all>', cursor: 'from' };
const at = new Date('2026-11-20T15:04:05.678Z');
const eventOf = (data: object): AlertEvent => ({ cursor: 'c', json: JSON.stringify({ data }), objects: 1 });
const batch = (format: AlertFormat, ...events: readonly AlertEvent[]) =>
  batchMessage({ ...alert, format }, { events, cursor: 'x', since: at, at, more: false }, 'to');

const row = eventOf({
  signals: { kind: 'CREATED', cursor: 'c', node: { symbol: 'NVDA', asset: { name: 'A <b> & @everyone' } } },
});
const gap = eventOf({ signals: { kind: 'RESYNC', node: null, gap: { dropped: 3 } } });

describe('a message', () => {
  test('has the same id for the same batch, and another for any other', () => {
    const { id } = batch('standard', row);
    expect(id).toMatch(/^msg_[\w-]{27}$/);
    expect(batch('slack', row, gap).id).toBe(id);
    expect(
      batchMessage(
        { ...alert, format: 'standard', cursor: 'other' },
        { events: [], cursor: 'x', since: at, at, more: false },
        'to',
      ).id,
    ).not.toBe(id);
  });

  test('of Standard Webhooks is JSON with the events as they are', () => {
    expect(JSON.parse(batch('standard', row, gap).body)).toEqual({
      type: 'alert.events',
      timestamp: at.toISOString(),
      data: {
        alert_id: 'a1',
        name: alert.name,
        after: 'from',
        cursor: 'to',
        events: [row, gap].map(({ cursor, json }) => ({ cursor, result: JSON.parse(json) })),
      },
    });
  });

  test('of Slack is a line for each event, in which nothing is a link or a mention', () => {
    expect(JSON.parse(batch('slack', row, gap).body)).toEqual({
      text: '*Buys *of* &lt;all&gt;*\n• created: symbol NVDA, asset.name A &lt;b&gt; &amp; @everyone\n• Events were passed over: read the list anew.',
    });
  });

  test('of Discord fits into what it takes, and calls nobody', () => {
    const long = eventOf({ signals: { kind: 'UPDATED', node: { notes: `_${'x*'.repeat(400)}` } } });
    const events = Array.from({ length: BATCH_RANGES.discord.events }, () => long);
    const { content, allowed_mentions } = JSON.parse(batch('discord', ...events).body);
    expect(content.length).toBeLessThanOrEqual(2_000);
    expect(content).toContain('**Buys \\*of\\* <all\\>**\n• updated: notes \\_x\\*x');
    expect(content.match(/updated/g)).toHaveLength(events.length);
    expect(allowed_mentions).toEqual({ parse: [] });
  });

  test('of a test says that it is one', () => {
    expect(JSON.parse(testMessage({ ...alert, format: 'standard' }, 'm', at).body)).toMatchObject({
      type: 'alert.test',
    });
    expect(testMessage({ ...alert, format: 'slack' }, 'm', at).body).toContain('This is a test');
  });
});
