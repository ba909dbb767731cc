/**
 * What an answer from memory costs: REST and GraphQL against a bare node:http that sends the same bytes and headers and
 * writes the same log line, and GraphQL against Yoga as shipped. Rounds take turns; ratios are of CPU time a request.
 * Run with `npm run bench:hits`, or with a number of rounds behind it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Call,
  GRAPHQL_BODY,
  REST_PATH,
  type Ready,
  type Recorded,
  type SubjectName,
} from './hits/questions.ts';
import { load } from './load.ts';

const ROUNDS = Number(process.argv[2] ?? 11);
const LOAD = { connections: 16, ms: 1_000 };

interface Subject extends Ready {
  call<T>(call: Call): Promise<T>;
  stop(): Promise<void>;
}

const dir = mkdtempSync(join(tmpdir(), 'alpha-hits-'));
const subjects = {} as Record<SubjectName, Subject>; // filled below
try {
  for (const name of ['alpha', 'bare', 'yoga'] as const) subjects[name] = await start(name);
  const { alpha, bare } = subjects;
  await bare.call({
    kind: 'record',
    rest: await record(alpha, 'rest'),
    graphql: await record(alpha, 'graphql'),
  });
  const cases = [
    ['REST hit', 'alpha', 'rest'],
    ['REST bare', 'bare', 'rest'],
    ['GraphQL hit', 'alpha', 'graphql'],
    ['GraphQL bare', 'bare', 'graphql'],
    ['GraphQL yoga', 'yoga', 'graphql'],
  ] as const;
  const cpuUs = new Map<string, number[]>(cases.map(([name]) => [name, []]));
  for (let round = -2; round < ROUNDS; round += 1) {
    for (let turn = 0; turn < cases.length; turn += 1) {
      const [name, subject, kind] = cases[(turn + round + 2) % cases.length] ?? cases[0];
      const us = await measure(subjects[subject], kind);
      if (round >= 0) cpuUs.get(name)?.push(us); // the first rounds warm up
    }
  }
  const us = (name: (typeof cases)[number][0]) => cpuUs.get(name) ?? [];
  const ratio = (of: readonly number[], to: readonly number[]) =>
    median(to.map((value, i) => value / (of[i] ?? Number.NaN)));
  const figures = cases.map(([name]) => ({ name, 'CPU µs a request': round2(median(us(name))) }));
  console.table(figures);
  console.table([
    { target: 'REST hit against bare', ratio: round2(ratio(us('REST hit'), us('REST bare'))), wanted: 0.82 },
    {
      target: 'GraphQL hit against bare',
      ratio: round2(ratio(us('GraphQL hit'), us('GraphQL bare'))),
      wanted: 0.78,
    },
    {
      target: 'GraphQL hit against Yoga',
      ratio: round2(ratio(us('GraphQL hit'), us('GraphQL yoga'))),
      wanted: 16,
    },
  ]);
} finally {
  for (const subject of Object.values(subjects)) await subject.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function start(name: SubjectName): Promise<Subject> {
  const child = fork(join(import.meta.dirname, 'hits', `${name}-server.ts`), {
    env: { ...process.env, DATA_DIR: join(dir, name) },
    stdio: ['ignore', openSync(devNull, 'w'), 'inherit', 'ipc'],
  });
  const ready = await next<Ready>(child);
  return {
    ...ready,
    call<T>(call: Call) {
      child.send(call);
      return next<T>(child);
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The next message, of the shape this child sends; rejects when it ends instead. */
function next<T>(child: ChildProcess): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const ended = () => reject(new Error('a server ended'));
  child.once('exit', ended);
  child.once('message', (value) => {
    child.off('exit', ended);
    resolve(value as T); // from the children alone
  });
  return promise;
}

type Kind = 'rest' | 'graphql';

function requestOf({ url, key }: Ready, kind: Kind) {
  const headers = { 'x-api-key': key, accept: 'application/json' };
  return kind === 'rest'
    ? { url: `${url}${REST_PATH}`, headers }
    : {
        url: `${url}/graphql`,
        headers: { ...headers, 'content-type': 'application/json' },
        body: GRAPHQL_BODY,
      };
}

/** CPU time of the server for one request, in microseconds. */
async function measure(subject: Subject, kind: Kind): Promise<number> {
  const { url, headers, body } = requestOf(subject, kind);
  const before = await subject.call<number>({ kind: 'cpu' });
  const answered = await load(url, headers, { ...LOAD, ...(body === undefined ? {} : { body }) });
  return (((await subject.call<number>({ kind: 'cpu' })) - before) * 1000) / answered;
}

/** An answer as it went out, for the bare server to repeat. */
async function record(subject: Subject, kind: Kind): Promise<Recorded> {
  const { url, headers, body } = requestOf(subject, kind);
  const response = await fetch(url, {
    headers: { ...headers, 'accept-encoding': 'identity' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  const answer = await response.text();
  if (!response.ok || answer.startsWith('{"errors"')) throw new Error(answer);
  const own = new Set(['date', 'connection', 'keep-alive']);
  const sent = [...response.headers].filter(([name]) => !own.has(name)).flat();
  const line = {
    request_id: response.headers.get('x-request-id'),
    method: body === undefined ? 'GET' : 'POST',
    route: body === undefined ? '/api/v1/trade-feed' : '/graphql',
    operation: body === undefined ? undefined : 'Signals',
    status: 200,
    key_id: '0f8b0f6e-7f0f-4a51-9d5c-0b3a0f6f9c11',
    tier: 'quant',
    cost: 1,
    ms: 0.123,
    bytes: 12_345,
    cache_hit: true,
    ip: '127.0.0.1',
  };
  return { headers: sent, body: Buffer.from(answer).toString('base64'), line };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
