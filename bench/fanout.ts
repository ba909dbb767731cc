import type { Feed } from '../src/feed/feed.ts';
import { reversals } from '../src/feeds/mre/feed.ts';
import { signals } from '../src/feeds/trade-feed/feed.ts';
import { whaleActivity } from '../src/feeds/whales/feed.ts';
import { type Called, type Start, withProcesses } from './calls.ts';
import { type BenchCase, type CaseOptions, type CaseReport, ratioOf, reported } from './case.ts';
import { type Contender, connectSubscribers } from './contender.ts';
import type { CommitsTo, Publication } from './published.ts';
import { startServer } from './start-server.ts';
import type { Transport } from './subscribers.ts';
import { inTurns, median, quantile, type Rounds, ratio, rounded, roundsOf, type Turns } from './turns.ts';

/** How events come in a turn. */
interface Load extends Publication {
  readonly name: string;
  /** Each waited for. */
  readonly times: number;
  /**
   * False: another process on the store commits, as importers do, to the feed that the server follows. True: the service
   * does, and peers publish without a commit.
   */
  readonly isCommittedByService: boolean;
  /** Whether raw writes are told against graphql-ws as well: more than they reach cannot be asked for. */
  readonly isBoundByWrites: boolean;
  /** Null: told for comparison, see docs/adr/0010-what-the-fan-out-is-held-to.md. */
  readonly targets: Readonly<Record<Peer, number | null>>;
}

type Peer = 'raw writes' | 'graphql-ws';
type Name = 'service' | Peer;
const NAMES: readonly Name[] = ['service', 'raw writes', 'graphql-ws'];

const LOADS: readonly Load[] = [
  {
    name: 'single events',
    events: 1,
    commits: 1,
    times: 10,
    isCommittedByService: false,
    isBoundByWrites: true,
    targets: { 'raw writes': 0.9, 'graphql-ws': null },
  },
  {
    name: 'bursts of 8',
    events: 8,
    commits: 1,
    times: 8,
    isCommittedByService: false,
    isBoundByWrites: false,
    targets: { 'raw writes': 0.9, 'graphql-ws': 7 },
  },
  {
    name: 'a flow of single events',
    events: 1,
    commits: 64,
    times: 1,
    isCommittedByService: false,
    isBoundByWrites: false,
    targets: { 'raw writes': 0.9, 'graphql-ws': 6 },
  },
  {
    name: 'single events it commits itself',
    events: 1,
    commits: 1,
    times: 10,
    isCommittedByService: true,
    isBoundByWrites: false,
    targets: { 'raw writes': null, 'graphql-ws': null },
  },
];

/**
 * One event to many subscribers, in CPU of the server per delivery and in deliveries a second: this service against raw
 * writes of the same bytes and against graphql-ws as shipped, which executes for each, all from a commit on. Needs as
 * many open files as there are sockets in each of its processes, see `ulimit -Hn`. With `node --cpu-prof` they all write
 * their profiles.
 */
export const fanout: BenchCase = {
  name: 'fanout',
  needsPeers: false,
  async run(options) {
    const reports: CaseReport[] = [];
    for (const transport of ['WebSocket', 'SSE'] as const)
      for (const sockets of options.quick ? [100] : options.sockets)
        reports.push(...(await compare({ ...options, transport, sockets })));
    return {
      figures: reports.flatMap(({ figures }) => figures),
      measured: reports.flatMap(({ measured }) => measured),
    };
  },
};

interface FanoutOptions extends Omit<CaseOptions, 'sockets'> {
  readonly transport: Transport;
  readonly sockets: number;
}

/** The feed whose commits a server is told of: nobody else follows it. */
const FOLLOWED: Readonly<Record<Name, Feed>> = {
  service: signals,
  'raw writes': reversals,
  'graphql-ws': whaleActivity,
};

/** Servers that are started anew differ by more than their rounds do. */
const STARTS = 3;

async function compare(options: FanoutOptions): Promise<readonly CaseReport[]> {
  const { transport, sockets, quick } = options;
  const { rounds } = roundsOf(options);
  const ofStart = quick ? roundsOf(options) : { rounds: Math.ceil(rounds / STARTS), warmUps: 1 };
  const starts: LoadTurns[] = [];
  while (starts.length < (quick ? 1 : STARTS))
    starts.push(await withProcesses((start) => measure(start, options, ofStart)));
  return LOADS.map((load, index) => {
    const all = (name: Name) => starts.flatMap((turns) => turns[index]?.[name] ?? []);
    return reportOf(all, { transport, sockets, load });
  });
}

/** What one start measured, of each load. */
type LoadTurns = readonly Partial<Turns<Name, Turn>>[];

async function measure(start: Start, options: FanoutOptions, rounds: Rounds): Promise<LoadTurns> {
  const { transport, sockets } = options;
  // Clients end before servers do, since they start after all of them.
  const service = await startServer(start, 'servers/service');
  const writer = start(new URL('./servers/writer.ts', import.meta.url));
  await writer.call(
    'fill',
    Object.values(FOLLOWED).map(({ module }) => module),
  );
  const raw = await startServer(start, 'servers/raw-writes', FOLLOWED['raw writes'].module);
  const executing = () => startServer(start, 'servers/graphql-ws', FOLLOWED['graphql-ws'].module);
  const shipped = transport === 'WebSocket' ? await executing() : null;
  const contenders = new Map<Name, Contender>();
  const own = await connectSubscribers(start, service, options);
  contenders.set('service', own);
  await raw.server.call('load', await own.sample());
  contenders.set('raw writes', await connectSubscribers(start, raw, options));
  if (shipped) contenders.set('graphql-ws', await connectSubscribers(start, shipped, options));

  const measured: Partial<Turns<Name, Turn>>[] = [];
  for (const load of LOADS)
    measured.push(
      await inTurns([...contenders.keys()], rounds, (name) => {
        const contender = contenders.get(name) ?? own;
        const publisher = load.isCommittedByService ? contender.server : writer;
        return takeTurn(contender, { ...load, module: FOLLOWED[name].module }, sockets, publisher);
      }),
    );
  return measured;
}

interface Turn {
  /** CPU of the server per delivery, that of the commit included where it makes it. */
  readonly cpuUs: number;
  /** Deliveries, from the start of a commit to the last receive. */
  readonly perSecond: number;
  readonly delaysMs: readonly number[];
}

async function takeTurn(
  contender: Contender,
  load: Load & CommitsTo,
  sockets: number,
  publisher: Called,
): Promise<Turn> {
  const { events, commits, times } = load;
  const before = await contender.server.call<number>('cpu');
  const delaysMs: number[] = [];
  for (let n = 0; n < times; n += 1) delaysMs.push(await contender.publish(load, publisher));
  const cpuMs = (await contender.server.call<number>('cpu')) - before;
  const deliveries = times * commits * events * sockets;
  const seconds = delaysMs.reduce((sum, delay) => sum + delay, 0) / 1000;
  return { cpuUs: (cpuMs * 1000) / deliveries, perSecond: deliveries / seconds, delaysMs };
}

/** `turns`: of all starts; none of who took no part. */
function reportOf(
  turns: (name: Name) => readonly Turn[],
  told: { transport: Transport; sockets: number; load: Load },
): CaseReport {
  const { transport, sockets, load } = told;
  const subject = `${transport}, ${sockets.toLocaleString('en')} subscribers, ${load.name}`;
  const all = (name: Name, what: 'cpuUs' | 'perSecond') => turns(name).map((turn) => turn[what]);
  const compared = (one: Name, peer: Peer, figure: string, target: number | null) => {
    if (turns(peer).length === 0) return [];
    const cpu = ratio(all(peer, 'cpuUs'), all(one, 'cpuUs'));
    const perSecond = ratio(all(one, 'perSecond'), all(peer, 'perSecond'));
    return [ratioOf(figure, cpu, target), ratioOf(`${figure}, deliveries a second`, perSecond, target)];
  };
  const against = (peer: Peer) => compared('service', peer, `${subject} against ${peer}`, load.targets[peer]);
  const delayMs = (name: Name, q: number) =>
    rounded(
      quantile(
        turns(name).flatMap(({ delaysMs }) => delaysMs),
        q,
      ),
    );
  const toLast = (q: number) =>
    reported(`${subject}, p${q * 100} from commit to last receive`, delayMs('service', q), 'ms');
  const isWaitedFor = load.commits === 1;
  return {
    figures: [
      ...against('raw writes'),
      ...against('graphql-ws'),
      ...(load.isBoundByWrites
        ? compared('raw writes', 'graphql-ws', `${subject}: raw writes against graphql-ws`, null)
        : []),
      ...(isWaitedFor ? [toLast(0.5), toLast(0.99)] : []),
    ],
    measured: NAMES.filter((name) => turns(name).length > 0).map((name) => ({
      name: `${subject}: ${name}`,
      'CPU µs a delivery': rounded(median(all(name, 'cpuUs'))),
      'deliveries a second': Math.round(median(all(name, 'perSecond'))),
      'p50 ms': delayMs(name, 0.5),
      'p99 ms': delayMs(name, 0.99),
    })),
  };
}
