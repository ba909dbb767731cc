import type { OperationExample } from './operation-example.ts';

/** Examples of what no demo has by itself: errors, files of days that are over, alerts, keys. A word stands where a secret would. */

const PROBLEM = {
  type: '/guides/errors#invalid_parameter',
  title: 'Invalid parameter',
  status: 400,
  detail: 'page_size must be a whole number from 1 to 100; got "ten"',
  code: 'INVALID_PARAMETER',
  request_id: '6282821d-60a3-4f12-8928-a83bbaf9f96f',
  param: 'page_size',
};

const FEED_FILE = {
  feed: 'prediction',
  day: '2026-03-02',
  kind: 'day',
  rows: 25_000,
  bytes: 1_250_417,
  sha256: '1e209a8a4c3a2d10a4f0d5c5e2a9b7f0c64ab2f4b0a7a4bf7f1a7f2a4f0a9c11',
  recorded_until: '2026-03-03T00:00:00.000Z',
  units: 3,
  path: '/api/v1/files/prediction/2026-03-02.parquet',
};

const API_CHANGE = {
  id: 'deprecation:sort',
  kind: 'deprecation',
  on: '2026-11-26',
  title: 'Deprecated: Parameter `sort` of routes that have `sort_by`',
  summary: 'Deprecated since 2026-11-26, may be removed from 2027-11-26 on: use `sort_by`.',
  sunset: '2027-11-26',
  affects: ['GET /api/v1/congress?sort'],
};

const WANTED_ALERT = {
  name: 'Large purchases by insiders',
  query:
    'subscription { insiderFilings(filter: { transactionDirection: { eq: BUY }, value: { gte: 1e6 } }) { kind node { ticker insiderName value } } }',
  url: 'https://example.com/hooks/alpha',
};

const ALERT = {
  id: '9b2f6c1e-5d0a-4a57-8a3c-2f1de0c7b6a4',
  ...WANTED_ALERT,
  operation_name: null,
  variables: {},
  format: 'standard',
  digest: 'none',
  signature: 'v1',
  public_key: null,
  pause_on_failure: true,
  state: 'active',
  reason: null,
  cursor: 'a-live-cursor',
  failures: 0,
  next_try_at: null,
  last_error: null,
  last_delivered_at: '2026-11-27T18:36:04.118Z',
  key_id: '4d0c1f6a-7e52-4f0b-9f38-6c2b8f4f1a90',
  created_at: '2026-11-20T09:12:45.301Z',
  updated_at: '2026-11-20T09:12:45.301Z',
};
const NEW_ALERT = { ...ALERT, last_delivered_at: null, secret: 'the-new-secret' };

const ALERT_DELIVERY = {
  message_id: 'msg_2c3f9a1d7b60',
  kind: 'events',
  at: '2026-11-27T18:36:03.902Z',
  attempt: 1,
  outcome: 'delivered',
  status: 200,
  error: null,
  answer: null,
  duration_ms: 216,
  events: 1,
  bytes: 412,
  next_try_at: null,
};

const API_KEY = {
  id: '4d0c1f6a-7e52-4f0b-9f38-6c2b8f4f1a90',
  name: 'Research',
  tier: 'pro',
  scope: 'read',
  state: 'valid',
  last4: 'x7Qk',
  created_at: '2026-11-20T09:10:02.517Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: '2026-11-27T18:36:03.902Z',
  signed_by: '2026-11',
  replaced_by: null,
};
const SUCCESSOR = {
  ...API_KEY,
  id: 'b81d5a37-0c64-4e1f-a2d9-51f7c3e8d206',
  last4: 'p3Lw',
  created_at: '2026-11-28T08:00:00.000Z',
  last_used_at: null,
};

const INGEST_RESULT = { accepted: 1, created: 1, updated: 0, unchanged: 0 };

/** By the name of their schema. */
export const WRITTEN_COMPONENTS = {
  Problem: PROBLEM,
  FeedFile: FEED_FILE,
  ApiChange: API_CHANGE,
  Alert: ALERT,
  AlertWithSecret: NEW_ALERT,
  AlertDelivery: ALERT_DELIVERY,
  ApiKey: API_KEY,
  IngestResult: INGEST_RESULT,
};

const alert = { id: ALERT.id };
const key = { id: API_KEY.id };

/**
 * By operation.
 * @param signal a record that the trade feed takes.
 */
export const writtenOperations = (
  signal: Readonly<Record<string, unknown>>,
): Readonly<Record<string, OperationExample>> => ({
  listFiles: {
    query: { limit: '1' },
    answer: { files: [FEED_FILE], has_more: false },
    csv: `${Object.keys(FEED_FILE).join()}\r\n${Object.values(FEED_FILE).join()}\r\n`,
  },
  getFile: { path: { feed: FEED_FILE.feed, file: `${FEED_FILE.day}.parquet` } },
  listChanges: { answer: { changes: [API_CHANGE] } },
  createAlert: { body: WANTED_ALERT, answer: NEW_ALERT },
  listAlerts: { answer: { alerts: [ALERT] } },
  getAlert: { path: alert, answer: ALERT },
  updateAlert: {
    path: alert,
    body: { state: 'paused' },
    answer: { ...ALERT, state: 'paused', reason: 'requested' },
  },
  removeAlert: { path: alert },
  testAlert: { path: alert, answer: { ...ALERT_DELIVERY, kind: 'test', events: 0, bytes: 188 } },
  rotateAlertSecret: { path: alert, answer: { ...ALERT, secret: 'the-new-secret' } },
  replayAlert: { path: alert, body: { since: '2026-11-26T00:00:00Z' }, answer: ALERT },
  skipAlert: { path: alert, body: { what: 'all' }, answer: ALERT },
  listAlertDeliveries: {
    path: alert,
    query: { limit: '1' },
    answer: { deliveries: [ALERT_DELIVERY], has_more: false },
  },
  pollAlertEvents: {
    path: alert,
    query: { limit: '1' },
    answer: {
      events: [
        {
          cursor: 'the-next-live-cursor',
          result: {
            data: {
              insiderFilings: {
                kind: 'CREATED',
                node: { ticker: 'PFE', insiderName: 'Yewbarrow Leopold', value: 1669776 },
              },
            },
          },
        },
      ],
      cursor: 'the-next-live-cursor',
      has_more: false,
    },
  },
  ingestRecords: { path: { module: 'trade-feed' }, body: [signal], answer: INGEST_RESULT },
  removeRecord: { path: { module: 'trade-feed', id: String(signal.id) } },
  receiveAlert: {
    path: { slug: 'demo-restless-trend-ladder-avax-15m' },
    body: {
      secret: 'the-secret-of-the-webhook',
      action: 'long',
      ticker: 'BINANCE:AVAXUSDT',
      price: 24.3449,
      time: '2026-11-29T07:45:00Z',
      interval: '15',
    },
    answer: { accepted: true, duplicate: false, id: '8e93a79cbf7772262b3d' },
  },
  createKey: {
    body: { tier: 'pro', name: 'Research' },
    answer: { token: 'the-new-key', key: { ...API_KEY, last_used_at: null } },
  },
  listKeys: { query: { limit: '1' }, answer: { keys: [API_KEY], has_more: false } },
  getKey: { path: key, answer: API_KEY },
  updateKey: { path: key, body: { tier: 'quant' }, answer: { ...API_KEY, tier: 'quant' } },
  revokeKey: {
    path: key,
    answer: { ...API_KEY, state: 'revoked', revoked_at: '2026-11-28T08:00:00.000Z' },
  },
  rotateKey: {
    path: key,
    body: { overlap_seconds: 3600 },
    answer: { token: 'the-new-key', key: SUCCESSOR },
  },
});
