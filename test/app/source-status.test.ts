import { expect, test } from 'vitest';
import { sourceStatus } from '../../src/app/source-status.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import type { Provider } from '../../src/sources/sync/provider.ts';
import { NEVER_SYNCED } from '../../src/sources/sync/state.ts';

const provider = (name: string) =>
  ({ name, description: `what ${name} has`, feed: congress }) as unknown as Provider;

test('tells of providers that were tried, and nothing of what went wrong', async () => {
  const states = new Map([
    [
      'well',
      { ...NEVER_SYNCED, lastStartedAt: '2026-03-02T00:00:00Z', lastSuccessAt: '2026-03-02T00:00:05Z' },
    ],
    [
      'ill',
      {
        ...NEVER_SYNCED,
        lastStartedAt: '2026-03-02T00:00:00Z',
        lastError: { at: '2026-03-02T00:00:01Z', message: 'https://10.0.0.7/?token=secret does not answer' },
        failures: 3,
      },
    ],
  ]);
  const providers = ['well', 'ill', 'never'].map(provider);
  const found = await sourceStatus({ providers, states: async () => states });
  expect(found).toEqual([
    {
      name: 'well',
      description: 'what well has',
      feed: 'congress',
      lastSuccessAt: '2026-03-02T00:00:05Z',
      failures: 0,
    },
    { name: 'ill', description: 'what ill has', feed: 'congress', lastSuccessAt: null, failures: 3 },
  ]);
});
