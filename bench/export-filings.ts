/**
 * One million insider filings exported from a running server: what the process grows by, how long other requests take meanwhile,
 * and how large the files are. Run with `npm run bench:export [-- filings [folder of a filled store]]`; prints JSON. Times of
 * other requests are compared within one run, in turns: without an export, during one, and beside a process that only counts, which
 * is what the loss of a core costs on this machine.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_TIERS } from '../src/core/access/tiers.ts';
import { median } from './turns.ts';

const FILINGS = Number(process.argv[2] ?? 1_000_000);
const kept = process.argv[3];
/** Requests of others, one behind the other, this far apart. */
const EVERY_MS = 10;
const QUIET_MS = 15_000;
const ROUNDS = 3;

const folder = mkdtempSync(join(tmpdir(), 'alpha-export-'));
const dataDir = kept ?? join(folder, 'data');
if (kept === undefined)
  execFileSync(process.execPath, ['bench/fill-filings.ts', String(FILINGS), dataDir], { stdio: 'inherit' });
const tiersFile = join(folder, 'tiers.json');
const tiers = DEFAULT_TIERS.map((tier) => ({ ...tier, requestsPerDay: 1e9, requestsPerMinute: 1e9 }));
writeFileSync(tiersFile, JSON.stringify({ tiers }));
const env = { ...process.env, DATA_DIR: dataDir, TIERS_FILE: tiersFile, PORT: '0', LOG_LEVEL: 'info' };
const server = spawn(process.execPath, ['src/main.ts', 'serve'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const url = await listening();
  const create = ['src/main.ts', 'keys', 'create', '--tier', 'quant'];
  const key = execFileSync(process.execPath, create, { env, encoding: 'utf8' }).trim();
  const rounds = [];
  await others(url, key, sleep(QUIET_MS)); // warm-up
  await download(url, key, 'parquet&limit=50000');
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await others(url, key, sleep(QUIET_MS));
    const before = rssMb();
    const file = download(url, key, 'parquet');
    const [during, growthMb] = await Promise.all([others(url, key, file), growth(before, file)]);
    const counting = spawn(process.execPath, ['-e', 'for (;;);']);
    const beside = await others(url, key, sleep(QUIET_MS));
    counting.kill();
    rounds.push({ quiet, during, beside, growthMb, beforeMb: before, ...(await file) });
  }
  const ndjson = await download(url, key, 'ndjson');
  const [last] = rounds.slice(-1);
  console.log(
    JSON.stringify({
      filings: FILINGS,
      rounds,
      ndjson,
      ndjsonToParquet: last && ndjson.bytes / last.bytes,
      medianOfP99Ratios: median(rounds.map(({ quiet, during }) => during.p99Ms / quiet.p99Ms)),
      medianBesideOneThatCounts: median(rounds.map(({ quiet, beside }) => beside.p99Ms / quiet.p99Ms)),
    }),
  );
} finally {
  server.kill('SIGTERM');
  await new Promise((ended) => server.once('exit', ended));
  rmSync(folder, { recursive: true, force: true });
}

function listening(): Promise<string> {
  return new Promise((found, failed) => {
    server.once('exit', (code) => failed(new Error(`serve ended with ${code}`)));
    createInterface({ input: server.stdout }).on('line', (line) => {
      const url = /http:\/\/[\d.:]+/.exec(line)?.[0];
      if (url) found(url);
    });
  });
}

/** Lists that no cache holds, until something is over. */
async function others(url: string, key: string, until: Promise<unknown>) {
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  const times: number[] = [];
  for (let n = 0; !isOver; n += 1) {
    const started = performance.now();
    const answer = await fetch(
      `${url}/api/v1/insider?ticker=T${String(n % 5000).padStart(4, '0')}&page=${n % 3}`,
      {
        headers: { 'x-api-key': key },
      },
    );
    await answer.text();
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    times.push(performance.now() - started);
    await sleep(EVERY_MS);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  return { requests: times.length, medianMs: at(0.5), p99Ms: at(0.99) };
}

/** Reads a file to its end and keeps nothing of it. */
function download(
  url: string,
  key: string,
  query: string,
): Promise<{ bytes: number; rows: number; seconds: number }> {
  const started = performance.now();
  return new Promise((done, failed) => {
    const asked = request(`${url}/api/v1/insider/export?format=${query}`, { headers: { 'x-api-key': key } });
    asked.on('error', failed).on('response', (answer) => {
      let bytes = 0;
      answer
        .on('data', (piece: Buffer) => {
          bytes += piece.length;
        })
        .on('error', failed)
        .on('end', () =>
          done({
            bytes,
            rows: Number(answer.headers['x-export-rows']),
            seconds: (performance.now() - started) / 1000,
          }),
        );
    });
    asked.end();
  });
}

function rssMb(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** How much larger than before the process was at most. */
async function growth(before: number, until: Promise<unknown>): Promise<number> {
  let isOver = false;
  void until.then(() => {
    isOver = true;
  });
  let most = 0;
  while (!isOver) {
    most = Math.max(most, rssMb() - before);
    await sleep(50);
  }
  return Math.round(most);
}
