/**
 * Fan-out: one event to many subscribers, in CPU of the server per delivery. Compares this server, from the commit on,
 * with raw writes of the same bytes and with graphql-ws as shipped, in turns, so that a busy machine slows all alike.
 * Run with `npm run bench:fanout -- 1000,5000 10` (sockets, rounds). Needs as many open files as sockets, see
 * `ulimit -Hn`, in each of its processes. With `node --cpu-prof` they all write their profiles.
 */
import { type Called, nowMs, startCalled } from './fanout/calls.ts';
import type { Transport } from './fanout/clients.ts';
import type { Address, Published } from './fanout/subject.ts';

export interface FanoutOptions {
  readonly sockets: number;
  readonly rounds: number;
  readonly transport: Transport;
}

/** A server under one load. */
export interface FanoutFigures {
  readonly server: ServerName;
  readonly transport: Transport;
  readonly sockets: number;
  /** Events committed at once. */
  readonly burst: number;
  /** CPU of the server, commit included where there is one. */
  readonly cpuUsPerDelivery: number;
  readonly deliveriesPerSecond: number;
  /** From the commit to the last receive. */
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface FanoutReport {
  readonly figures: readonly FanoutFigures[];
  /** CPU of this server for a commit that nobody follows. */
  readonly commitMs: { readonly single: number; readonly burst: number };
}

type ServerName = 'alpha-data' | 'raw writes' | 'graphql-ws';
const FILES: Readonly<Record<ServerName, string>> = {
  'alpha-data': './alpha-server.ts',
  'raw writes': './raw-server.ts',
  'graphql-ws': './graphql-ws-server.ts',
};
const BURST = 8;
/** Publications in a row, by which the CPU of a round is told. */
const PUBLICATIONS = 5;
const PATIENCE_MS = 60_000;

interface Contender {
  readonly name: ServerName;
  readonly server: Called;
  readonly clients: Called;
}

/** Starts the servers with their subscribers, measures them in turns, and ends them. */
export async function measureFanout(options: FanoutOptions): Promise<FanoutReport> {
  const { transport, sockets, rounds } = options;
  const names: readonly ServerName[] =
    transport === 'SSE' ? ['alpha-data', 'raw writes'] : ['alpha-data', 'raw writes', 'graphql-ws'];
  const contenders: Contender[] = [];
  try {
    for (const name of names)
      contenders.push({ name, server: startCalled(FILES[name]), clients: startCalled('./clients.ts') });
    const [alpha, raw] = contenders as [Contender, Contender]; // as named
    const commitMs = { single: await commitCost(alpha, 1), burst: await commitCost(alpha, BURST) };
    for (const one of contenders) {
      const address = await one.server.call<Address>('address');
      await one.clients.call('open', { ...address, transport, count: sockets });
      if (one === raw) await raw.server.call('load', await sampleOf(alpha, transport));
      await settle(one, sockets);
    }
    const figures: FanoutFigures[] = [];
    for (const burst of [1, BURST]) {
      const taken = new Map(contenders.map((one) => [one, { cpuMs: 0, delays: [] as number[] }]));
      for (let round = 0; round < rounds; round += 1)
        for (const [one, { delays }] of taken) {
          const before = await one.server.call<number>('cpu');
          for (let n = 0; n < PUBLICATIONS; n += 1) delays.push(await publish(one, sockets, burst));
          const entry = taken.get(one);
          if (entry) entry.cpuMs += (await one.server.call<number>('cpu')) - before;
        }
      for (const [{ name }, { cpuMs, delays }] of taken) {
        const deliveries = delays.length * sockets * burst;
        const sorted = delays.toSorted((one, other) => one - other);
        const at = (share: number) => round2(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
        figures.push({
          server: name,
          transport,
          sockets,
          burst,
          cpuUsPerDelivery: round2((cpuMs * 1000) / deliveries),
          deliveriesPerSecond: Math.round((deliveries / delays.reduce((sum, one) => sum + one, 0)) * 1000),
          p50Ms: at(0.5),
          p99Ms: at(0.99),
        });
      }
    }
    return { figures, commitMs };
  } finally {
    await Promise.all(contenders.map(({ clients }) => clients.stop()));
    await Promise.all(contenders.map(({ server }) => server.stop()));
  }
}

async function commitCost({ server }: Contender, burst: number): Promise<number> {
  const commits = 40;
  for (let n = 0; n < commits; n += 1) await server.call('publish', burst); // as warm as it will be
  const before = await server.call<number>('cpu');
  for (let n = 0; n < commits; n += 1) await server.call('publish', burst);
  return round2(((await server.call<number>('cpu')) - before) / commits);
}

/** Publishes and waits for everybody. Returns the time from the commit to the last receive. */
async function publish(
  { server, clients, name }: Contender,
  sockets: number,
  burst: number,
): Promise<number> {
  await clients.call('reset');
  const { committedAtMs } = await server.call<Published>('publish', burst);
  const events = sockets * burst;
  const { received, lastAtMs } = await clients.call<Received>('until', { events, withinMs: PATIENCE_MS });
  if (received !== events) throw new Error(`${name}: ${received} of ${events} events were received`);
  return Math.max(0, lastAtMs - committedAtMs);
}

interface Received {
  readonly received: number;
  readonly lastAtMs: number;
}

/** Publishes until all subscriptions are there. */
async function settle({ server, clients, name }: Contender, sockets: number): Promise<void> {
  const until = nowMs() + PATIENCE_MS;
  while (nowMs() < until) {
    await clients.call('reset');
    await server.call('publish', 1);
    const { received } = await clients.call<Received>('until', { events: sockets, withinMs: 2_000 });
    if (received === sockets) return;
  }
  throw new Error(`${name}: not all of ${sockets} sockets are subscribed`);
}

/** The bytes of one event, as this server writes them. */
async function sampleOf({ clients }: Contender, transport: Transport): Promise<string> {
  const chunk = Buffer.from(await clients.call<string>('sample'), 'base64');
  if (transport === 'WebSocket') return chunk.toString('base64');
  return chunk.subarray(chunk.indexOf('\r\n') + 2, -2).toString('base64'); // without the framing of a chunk
}

const round2 = (value: number): number => Math.round(value * 100) / 100;

/** What the targets are about: how much cheaper a delivery is than elsewhere. */
export function fanoutRatios({ figures, commitMs }: FanoutReport): readonly FanoutRatio[] {
  return figures
    .filter(({ server }) => server === 'alpha-data')
    .map((own) => {
      const { transport, sockets, burst } = own;
      const cpuOf = (name: ServerName) =>
        figures.find((other) => other.server === name && other.burst === burst)?.cpuUsPerDelivery;
      const commitUs = ((burst === 1 ? commitMs.single : commitMs.burst) * 1000) / (sockets * burst);
      const ratio = (name: ServerName, ownUs = own.cpuUsPerDelivery) =>
        round2((cpuOf(name) ?? Number.NaN) / ownUs);
      return {
        transport,
        sockets,
        burst,
        ofRawWrites: ratio('raw writes'),
        ofRawWritesWithoutCommit: ratio('raw writes', own.cpuUsPerDelivery - commitUs),
        timesGraphqlWs: ratio('graphql-ws'),
      };
    });
}

export interface FanoutRatio {
  readonly transport: Transport;
  readonly sockets: number;
  readonly burst: number;
  /** 1: as many deliveries for the CPU as writing the bytes takes. */
  readonly ofRawWrites: number;
  /** The same without what a commit costs that nobody follows. */
  readonly ofRawWritesWithoutCommit: number;
  /** NaN where graphql-ws has nothing to compare. */
  readonly timesGraphqlWs: number;
}

if (import.meta.main) {
  const [sizes = '1000,5000', rounds = '10', transports = 'WebSocket,SSE'] = process.argv.slice(2);
  for (const transport of transports.split(',') as Transport[])
    for (const sockets of sizes.split(',').map(Number)) {
      const report = await measureFanout({ sockets, rounds: Number(rounds), transport });
      console.table(report.figures);
      console.table(fanoutRatios(report));
      console.log(JSON.stringify(report));
    }
}
