/**
 * What the dashboard costs a browser: `npm run bench:pages [-- minutes]`, with the demo as `npm start` runs it, Chromium and a
 * quant key. Prints the bytes of the first load, the largest contentful paint against a static page of the same bytes in
 * turns, and over the minutes (default 5) that the page is left open with every stream live: layout shifts, the longest task,
 * and the heap after a collection at the start and the end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { startProcess } from '../test/support/process.ts';

const MINUTES = Number(process.argv[2] ?? 5);
const ROUNDS = 15;
/** What a page is made of, in the words of Chromium. */
const PARTS: ReadonlySet<string> = new Set(['Document', 'Script', 'Stylesheet', 'Font', 'Image']);
const VIEWPORT = { width: 1440, height: 900 };

/** What a page reports of itself, in milliseconds but `shift`. */
interface Seen {
  readonly paint: number;
  readonly shift: number;
  readonly longestTask: number;
}

/** Runs in the page before anything of it. */
const observe = (): void => {
  const seen = { paint: 0, shift: 0, longestTask: 0 };
  Object.assign(globalThis, { seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.paint = startTime;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  on('longtask', ({ duration }) => {
    seen.longestTask = Math.max(seen.longestTask, duration);
  });
};
const seenOn = (page: Page): Promise<Seen> =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const print = (name: string, value: string): void => console.log(`${name.padEnd(44)} ${value}`);

const dataDir = mkdtempSync(join(tmpdir(), 'alpha-data-'));
const demo = await startProcess({ dataDir, args: ['--demo'] });
const html = await (await fetch(demo.url, { headers: { accept: 'text/html' } })).text();
const key = /demo-key" content="([^"]+)/.exec(html)?.[1] ?? '';
const browser = await launchBrowser();
try {
  const bytes = await firstLoad();
  print('first load, bytes as sent', `${Math.round(bytes / 1_000)} KB`);
  await paints(bytes);
  await leftOpen();
} finally {
  await browser.close();
  await demo.stop();
  rmSync(dataDir, { recursive: true });
}

async function opened(url: string, isKeyed: boolean): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.addInitScript(observe);
  if (isKeyed) await page.addInitScript((text) => sessionStorage.setItem('alpha-data-key', text), key);
  await page.goto(url);
  return page;
}

/** Of everything the page asks for before it shows the market, data left out: it is no part of the page. */
async function firstLoad(): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const files = new Set<string>();
  let sum = 0;
  devtools.on('Network.responseReceived', ({ requestId, type, response: { url } }) => {
    // The font is part of the style sheet, which has it as an address of data.
    if (PARTS.has(type) && !url.startsWith('data:')) files.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (files.has(requestId)) sum += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await page.goto(demo.url);
  await page.locator('[data-slot="signals"] tbody tr').first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined); // the open feeds go on
  await context.close();
  return sum;
}

/** In turns with a page of as many bytes whose text is there at once. */
async function paints(bytes: number): Promise<void> {
  const text = '<p>The same number of bytes, as text.</p>\n';
  const body = `<!doctype html><html lang="en"><title>Static</title>${text.repeat(Math.ceil(bytes / text.length))}`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const paintOf = async (url: string, isKeyed: boolean, shown: string): Promise<number> => {
    const page = await opened(url, isKeyed);
    await page.locator(shown).first().waitFor();
    await page.waitForTimeout(500);
    const { paint } = await seenOn(page);
    await page.context().close();
    return paint;
  };
  const [own, plain]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    own.push(await paintOf(demo.url, true, '[data-slot="markets"] tbody tr'));
    plain.push(await paintOf(`http://127.0.0.1:${port}`, false, 'p'));
  }
  server.close();
  const [a, b] = [median(own), median(plain)];
  print(
    'largest contentful paint, against a static page',
    `${(a / b).toFixed(2)} times (${a.toFixed(0)} and ${b.toFixed(0)} ms)`,
  );
}

async function leftOpen(): Promise<void> {
  const page = await opened(demo.url, true);
  const devtools = await page.context().newCDPSession(page);
  await page.locator('.strip').getByText('Live', { exact: true }).waitFor();
  await page.waitForTimeout(10_000);
  const before = await heapOf(devtools);
  const halves: number[] = [];
  for (let minute = 0; minute < MINUTES; minute += 1) {
    await page.waitForTimeout(60_000);
    halves.push(await heapOf(devtools));
  }
  const { shift, longestTask } = await seenOn(page);
  print(`layout shift over ${MINUTES} minutes`, shift.toFixed(4));
  print('longest task', `${longestTask.toFixed(0)} ms`);
  print(
    'heap after a collection, at the start and the end',
    `${before.toFixed(1)} and ${(halves.at(-1) ?? before).toFixed(1)} MB`,
  );
  print('the same by minute', halves.map((one) => one.toFixed(1)).join(' '));
}

/** MB that are reachable. */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}
