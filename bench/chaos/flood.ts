import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Scenario } from './scenario.ts';
import { targetOf, wholeNumber } from './target.ts';

const USAGE = `  --url <http://host:port>   the server (http://127.0.0.1:4000)
  --sockets <n,…>            connections at once, one round each (50,200)
  --requests <n>             requests that each of them pipelines (20)
  --hold-ms <ms>             how long they stay, reading nothing (1000)
  --route <path>             this route alone; may be repeated (every public one)
  --key <token>              asks for lists with this key, too
  --pid <n>                  memory out of /proc instead of /metrics, on this machine
  --max-ms <ms>              /livez must answer within (100)
  --max-mb <n>               memory may grow by at most, megabytes (50)
  --allow-remote             the server may be on another machine`;

const PUBLIC_ROUTES = [
  '/graphql',
  '/docs',
  '/',
  '/account',
  '/asset/NVDA',
  '/schema.graphql',
  '/api/openapi.json',
  '/api/trade-feed/signals',
  '/api/mte/strategies',
  '/api/whales/activity/public',
  '/api/congress/trades',
  '/api/insider-alpha/filings',
  '/api/outperformers/scan',
  '/api/mre/signals',
  '/api/markets/warehouse',
  '/api/api-keys/tier-metadata',
  '/metrics',
  '/.well-known/jwks.json',
  '/favicon.ico',
  '/livez',
  '/readyz',
  '/no-such-page',
];
const KEYED_ROUTES = ['/api/v1/trade-feed', '/api/v1/insider-alpha/filings?limit=100'];
const PAGE = 'text/html,*/*;q=0.8';
const PROBE_EVERY_MS = 20;
/** Shows how busy the machine is without the flood. */
const REST_MS = 1_000;
/** A server that answers later than this is down. */
const PROBE_TIMEOUT_MS = 180_000;

/** Sockets that pipeline requests and read nothing, on one route after the other. */
export const scenario: Scenario = {
  name: 'flood',
  summary: 'clients that pipeline requests and read nothing; /livez keeps answering, memory stays',
  usage: USAGE,
  async run(args, print) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string', default: 'http://127.0.0.1:4000' },
        sockets: { type: 'string', default: '50,200' },
        requests: { type: 'string', default: '20' },
        'hold-ms': { type: 'string', default: '1000' },
        route: { type: 'string', multiple: true },
        key: { type: 'string' },
        pid: { type: 'string' },
        'max-ms': { type: 'string', default: '100' },
        'max-mb': { type: 'string', default: '50' },
        'allow-remote': { type: 'boolean', default: false },
      },
    });
    const url = targetOf(values.url, values['allow-remote']);
    const rounds = values.sockets.split(',').map((text) => wholeNumber('--sockets', text));
    const requests = wholeNumber('--requests', values.requests);
    const holdMs = wholeNumber('--hold-ms', values['hold-ms']);
    const maxMs = wholeNumber('--max-ms', values['max-ms']);
    const maxMb = wholeNumber('--max-mb', values['max-mb']);
    const pid = values.pid === undefined ? null : wholeNumber('--pid', values.pid);
    const memoryMb = () => (pid === null ? memoryByMetrics(url) : memoryByPid(pid));

    const keyed = values.key === undefined ? [] : KEYED_ROUTES;
    const routes = values.route ?? [...PUBLIC_ROUTES, ...(await filesOf(url)), ...keyed];
    const before = await memoryMb();
    print(`${url.origin}: ${Math.round(before)} MB resident; ${routes.length} routes`);
    const rest = probing(url);
    await sleep(REST_MS);
    print(`at rest /livez takes ${(await rest.stop()).worstMs.toFixed(0)} ms at most`);
    let slowestMs = 0;
    let growthMb = 0;
    for (const sockets of rounds) {
      for (const route of routes) {
        const probe = probing(url);
        const request = requestOf(url, route, values.key);
        const open = Array.from({ length: sockets }, () => flood(url, request.repeat(requests)));
        await sleep(holdMs);
        await probe.answered();
        const duringMb = (await memoryMb()) - before;
        for (const socket of open) socket.destroy();
        await sleep(holdMs / 2); // also after they are gone
        const { worstMs, count } = await probe.stop();
        const afterMb = (await memoryMb()) - before;
        slowestMs = Math.max(slowestMs, worstMs);
        growthMb = Math.max(growthMb, duringMb, afterMb);
        print(
          `${sockets} × ${requests} ${route.padEnd(52)} /livez ${worstMs.toFixed(0).padStart(6)} ms at most of ${count}, memory ${duringMb.toFixed(0)} MB, then ${afterMb.toFixed(0)} MB`,
        );
      }
    }
    print(`/livez took ${slowestMs.toFixed(0)} ms at most (allowed: ${maxMs})`);
    print(`memory grew by ${growthMb.toFixed(0)} MB at most (allowed: ${maxMb})`);
    return slowestMs <= maxMs && growthMb <= maxMb;
  },
};

/** What the pages are made of, by the pages. */
async function filesOf(url: URL): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const page of ['/', '/graphql', '/docs']) {
    const html = await fetch(new URL(page, url), { headers: { accept: PAGE } }).then((answer) =>
      answer.text(),
    );
    if (html.length > 1_000_000) continue; // everything is inside
    for (const [, file = ''] of html.matchAll(/"(\/assets\/[^"]+)"/g)) files.add(file);
  }
  if (files.size === 0) files.add('/docs/js/scalar.js');
  return [...files];
}

function requestOf({ host }: URL, route: string, key: string | undefined): string {
  const credential = key !== undefined && KEYED_ROUTES.includes(route) ? `X-API-Key: ${key}\r\n` : '';
  return `GET ${route} HTTP/1.1\r\nHost: ${host}\r\nAccept: ${PAGE}\r\n${credential}\r\n`;
}

/** Writes everything at once and reads nothing. */
function flood({ hostname, port }: URL, bytes: string): Socket {
  const socket = connect(Number(port === '' ? 80 : port), hostname.replace(/^\[|\]$/g, ''));
  socket.on('error', () => socket.destroy()); // the server may cut it off
  socket.pause();
  socket.write(bytes);
  return socket;
}

/** Asks `/livez` again and again. */
function probing(url: URL) {
  let worstMs = 0;
  let count = 0;
  let isStopping = false;
  let next = Promise.withResolvers<void>();
  const ask = async () => {
    while (!isStopping) {
      const startedAtMs = performance.now();
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const isAlive = await fetch(new URL('/livez', url), { signal })
        .then(async (answer) => (await answer.text()) !== '' && answer.ok)
        .catch(() => false);
      worstMs = Math.max(worstMs, isAlive ? performance.now() - startedAtMs : Number.POSITIVE_INFINITY);
      count += 1;
      next.resolve();
      next = Promise.withResolvers();
      await sleep(PROBE_EVERY_MS);
    }
  };
  const over = ask();
  return {
    /** Once the next answer is there. */
    answered: () => next.promise,
    async stop() {
      isStopping = true;
      await over;
      return { worstMs, count };
    },
  };
}

async function memoryByMetrics(url: URL): Promise<number> {
  const text = await fetch(new URL('/metrics', url)).then((answer) => answer.text());
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
  if (bytes === undefined) throw new Error('/metrics of the server does not report memory; pass --pid');
  return Number(bytes) / 2 ** 20;
}

function memoryByPid(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
