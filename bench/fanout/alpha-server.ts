/** This server, all of it, with a commit for every publication. A process of its own. */
import { startApp } from '../../test/support/app.ts';
import { cpuMs, nowMs, serveCalls } from './calls.ts';
import { type Address, type Published, signal } from './subject.ts';

const app = await startApp();
let state = 0;

serveCalls(
  {
    address: (): Address => ({ port: Number(new URL(app.url).port), key: app.key }),
    cpu: cpuMs,
    async publish(events: number): Promise<Published> {
      state += 1;
      const lines = Array.from({ length: events }, (_, index) => ({
        line: index + 1,
        value: signal(index, state),
      }));
      await app.services.ingest.ingest('trade-feed', lines);
      return { committedAtMs: nowMs() };
    },
  },
  () => app.stop(),
);
