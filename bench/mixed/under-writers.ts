import { setTimeout as wait } from 'node:timers/promises';
import type { Start } from '../calls.ts';
import { type Figure, reported } from '../case.ts';
import { signal } from '../published.ts';
import { median, quantile } from '../turns.ts';
import { createAsk, KNOWN, newQuestion, type Question } from './ask.ts';
import { type Service, startService } from './process.ts';

const REQUESTS_PER_SECOND = 400;
/** Of ten requests. */
const KNOWN_OF_TEN = 9;
const CONNECTIONS = 32;

const WRITERS = 2;
const BATCHES_PER_SECOND = 5;
const ROWS_PER_BATCH = 100;

interface Phase {
  /** Milliseconds from when a request was due to the end of its answer. */
  readonly hits: readonly number[];
  readonly misses: readonly number[];
  readonly rowsPerSecond: number;
}

/** Readers ask at a fixed pace, 90 % of it what is known, while writers rest and while they write, in turns. */
export async function measureUnderWriters(
  start: Start,
  { rounds, phaseMs }: { readonly rounds: number; readonly phaseMs: number },
): Promise<readonly Figure[]> {
  const server = await startService(start);
  const phases: { readonly quiet: Phase; readonly writing: Phase }[] = [];
  let number = 0;
  const next = (): { readonly question: Question; readonly isKnown: boolean } => {
    number += 1;
    const isKnown = number % 10 < KNOWN_OF_TEN;
    return { isKnown, question: (isKnown ? KNOWN[number % KNOWN.length] : undefined) ?? newQuestion(number) };
  };
  try {
    await play(server, next, { writes: true, ms: phaseMs / 2 }); // warms up
    for (let round = 0; round < rounds; round += 1) {
      const quiet = await play(server, next, { writes: false, ms: phaseMs });
      phases.push({ quiet, writing: await play(server, next, { writes: true, ms: phaseMs }) });
    }
  } finally {
    await server.stop();
  }
  const p99 = (kind: 'hits' | 'misses', phase: 'quiet' | 'writing') =>
    phases.map((one) => quantile(one[phase][kind], 0.99));
  const slower = (kind: 'hits' | 'misses') => {
    const quiet = p99(kind, 'quiet');
    return median(p99(kind, 'writing').map((ms, i) => ms / (quiet[i] ?? Number.NaN)));
  };
  return [
    reported('p99 of hits, nobody writes', median(p99('hits', 'quiet')), 'ms'),
    reported('p99 of hits, 1,000 rows a second are written', median(p99('hits', 'writing')), 'ms'),
    reported('p99 of hits, written to quiet', slower('hits'), 'ratio'),
    reported('p99 of misses, written to quiet', slower('misses'), 'ratio'),
    reported('rows written', median(phases.map(({ writing }) => writing.rowsPerSecond)), 'rows a second'),
  ];
}

async function play(
  server: Service,
  next: () => { readonly question: Question; readonly isKnown: boolean },
  { writes, ms }: { readonly writes: boolean; readonly ms: number },
): Promise<Phase> {
  const { ask, close } = createAsk(server, CONNECTIONS);
  const latencies = { hits: [] as number[], misses: [] as number[] };
  const pending: Promise<void>[] = [];
  const startedAt = performance.now();
  const writers = Array.from({ length: writes ? WRITERS : 0 }, (_, writer) =>
    write(server, writer, startedAt + ms),
  );
  // At a fixed pace, whatever the answers take: one that is late delays no other.
  for (let due = startedAt; due < startedAt + ms; due += 1_000 / REQUESTS_PER_SECOND) {
    const early = due - performance.now();
    if (early > 1) await wait(early);
    const { question, isKnown } = next();
    const answered = ask(question).then(() => {
      latencies[isKnown ? 'hits' : 'misses'].push(performance.now() - due);
    });
    pending.push(answered);
  }
  await Promise.all(pending);
  const rows = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
  close();
  return { ...latencies, rowsPerSecond: (rows / ms) * 1000 };
}

/** Writes batches at a fixed pace until then; the answer is how many rows. Every row differs from what it was. */
async function write(server: Service, writer: number, until: number): Promise<number> {
  const { ask, close } = createAsk(server, 1);
  let rows = 0;
  let due = performance.now();
  while (due < until) {
    const body = JSON.stringify(
      Array.from({ length: ROWS_PER_BATCH }, (_, i) => signal(`mixed-${writer}-${i}`, due)),
    );
    await ask({ path: '/api/ingest/trade-feed', body }, server.ingestKey);
    rows += ROWS_PER_BATCH;
    due += 1_000 / BATCHES_PER_SECOND;
    await wait(Math.max(0, due - performance.now()));
  }
  close();
  return rows;
}
