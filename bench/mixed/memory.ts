import type { Start } from '../calls.ts';
import { type Figure, reported } from '../case.ts';
import { createAsk, newQuestion } from './ask.ts';
import { startService } from './process.ts';

const CONNECTIONS = 16;
const MEGABYTE = 1024 * 1024;

/** Memory in use while questions come of which none was asked before: over URL, variables and document. */
export async function measureMemory(start: Start, queries: number): Promise<readonly Figure[]> {
  const server = await startService(start);
  const { ask, close } = createAsk(server, CONNECTIONS);
  let asked = 0;
  const askUntil = async (count: number) => {
    const one = async () => {
      while (asked < count) {
        asked += 1;
        await ask(newQuestion(asked));
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, one));
    return server.memory();
  };
  try {
    const warm = await askUntil(Math.min(1_000, queries / 10));
    const half = await askUntil(queries / 2);
    const end = await askUntil(queries);
    const count = queries.toLocaleString('en-US');
    return [
      reported('memory in use, warm', warm.used / MEGABYTE, 'MB'),
      reported(`memory in use after ${count} distinct queries`, end.used / MEGABYTE, 'MB'),
      reported('its growth over the second half of them', (end.used - half.used) / MEGABYTE, 'MB'),
      reported(`resident memory after ${count} distinct queries`, end.rss / MEGABYTE, 'MB'),
    ];
  } finally {
    close();
    await server.stop();
  }
}
