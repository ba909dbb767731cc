import { expect, test } from 'vitest';
import type { Reader } from '../../../src/core/read/read.ts';
import { AppError } from '../../../src/errors.ts';
import { registry } from '../../../src/feeds/index.ts';
import { createGraphqlSurface } from '../../../src/graphql/surface.ts';
import { toAppError } from '../../../src/http/response/to-app-error.ts';
import { openBehindRouter } from '../../support/behind-router.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { snapshots } from '../../support/snapshots.ts';
import { UNMETERED } from '../../support/tiers.ts';
import { callerOf } from '../serve.ts';

test('a stream that was opened is closed when its charge fails', async () => {
  let open = 0;
  const stream = async () => {
    open += 1;
    return {
      close() {
        open -= 1;
      },
    };
  };
  const surface = createGraphqlSurface({
    streams: { open: stream, size: 0, groups: 0, behind: 0, close: async () => undefined },
    liveCursors,
    snapshots,
    modules: registry,
    reader: {} as Reader, // nothing is read
    tiers: [UNMETERED],
    usage: () => Promise.reject(new Error('nobody asks')),
    toClientError: toAppError,
    log: () => undefined,
  });
  const away = () => Promise.reject(new AppError('UNAVAILABLE', 'the ledger is away'));
  const { app, url } = await openBehindRouter(surface, (context) => {
    context.caller = callerOf(UNMETERED);
    context.charge = {
      reserve: async () => ({}) as never, // no test looks at these windows
      settle: away,
      refuse: away,
      windows: away,
      reserveDay: away,
      release: away,
      isDecided: () => true,
      isDry: false,
    };
  });
  const query = 'subscription { whaleActivity { kind } }';
  const answer = await fetch(`${url}/graphql?${new URLSearchParams({ query })}`, {
    headers: { accept: 'text/event-stream' },
  });
  expect([answer.status, open]).toEqual([503, 0]);
  await app.close();
});
