import { pino } from 'pino';
import { startFiles } from '../../src/app/files/files.ts';
import type { AnyRecord } from '../../src/feed/feed.ts';
import type { TestApp } from './app.ts';
import { readParquet } from './read-parquet.ts';

/** Makes all files that are due by the clock of the app, as the process that serves does. */
export async function makeFiles(app: Pick<TestApp, 'services' | 'config'>): Promise<void> {
  if (app.config.files === null) throw new Error('the app makes no files');
  const running = startFiles(app.services, app.config.files, pino({ level: 'silent' }));
  try {
    while ((await running.turn()) !== 'done');
  } finally {
    await running.stop();
  }
}

/** As the manifest lists it. */
export interface ListedFile {
  readonly feed: string;
  readonly day: string;
  readonly kind: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly recorded_until: string;
  readonly units: number;
  readonly path: string;
}

/** All that a key sees. */
export async function listFiles(app: TestApp, query = '', key = app.key): Promise<readonly ListedFile[]> {
  const found: ListedFile[] = [];
  let path: string | undefined = `/api/v1/files?limit=1000${query}`;
  while (path !== undefined) {
    const answer = await app.get(path, { 'x-api-key': key });
    if (!answer.ok) throw new Error(await answer.text());
    found.push(...((await answer.json()) as { files: readonly ListedFile[] }).files);
    path = /<(.+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return found;
}

/** By its link, and what it is read to. */
export async function download(app: TestApp, path: string, key = app.key) {
  const answer = await app.get(path, { 'x-api-key': key });
  if (!answer.ok) throw new Error(await answer.text());
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { rows, types } = await readParquet(bytes);
  return { url: answer.url, headers: answer.headers, bytes, types, rows: rows as readonly AnyRecord[] };
}
