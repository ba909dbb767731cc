import { rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { openServices, type Services } from '../../../src/app/services.ts';
import { readConfig } from '../../../src/config.ts';
import type { Tier } from '../../../src/core/access/tiers.ts';
import type { LiveCursors } from '../../../src/core/live/live-cursors.ts';
import type { Clock } from '../../../src/core/ports.ts';
import { registry } from '../../../src/feeds/index.ts';
import { createLogger } from '../../../src/http/observability/log.ts';
import { buildSiteIfStale, SITE_DIR } from '../../../src/pages/build.ts';
import { readSite } from '../../../src/pages/site.ts';
import { startApp } from '../../support/app.ts';
import { captureLog, type LogLine } from '../../support/capture-log.ts';
import { newDataDir } from '../../support/data-dir.ts';
import { type BytesAnswer, sendBytes } from '../../support/send.ts';
import { TEST_TIERS } from '../../support/tiers.ts';

/** Two servers on one store: one keeps answers, the other never does. Each has keys of its own, so their quotas agree. */
export interface Twins {
  readonly services: Services;
  readonly keeping: Twin;
  readonly plain: Twin;
  /** Sends a request to both, with the same request id. */
  both(request: TwinRequest): Promise<{ readonly keeping: TwinAnswer; readonly plain: TwinAnswer }>;
  stop(): Promise<void>;
}

export interface Twin {
  readonly url: string;
  /** By tier. */
  readonly keys: ReadonlyMap<string, { readonly id: string; readonly token: string }>;
  send(request: TwinRequest, requestId?: string): Promise<TwinAnswer>;
}

export interface TwinRequest {
  readonly path: string;
  readonly method?: string;
  /** Whose key is sent; undefined: none. */
  readonly tier?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TwinAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decoded. */
  readonly text: string;
  readonly line: LogLine;
}

export async function startTwins(
  clock: Clock,
  options: {
    readonly tiers?: readonly Tier[];
    /** The servers hear of no commit. */
    readonly isDeaf?: boolean;
    /** The only ones that are executed. */
    readonly documents?: readonly string[];
  } = {},
): Promise<Twins> {
  const { tiers = TEST_TIERS, isDeaf = false, documents = null } = options;
  await buildSiteIfStale();
  const dataDir = await newDataDir();
  const config = { ...readConfig({ DATA_DIR: dataDir }), tiers };
  const opened = await openServices(config, createLogger('silent'), clock);
  const deaf = { ...opened.notifications, subscribe: () => Promise.resolve() };
  const services = isDeaf ? { ...opened, notifications: deaf } : opened;
  const start = async (cacheBytes: string) => {
    const log = captureLog();
    const app = await startApp(
      { DATA_DIR: dataDir, CACHE_BYTES: cacheBytes, OPEN_FEEDS_PER_MINUTE: '' },
      { clock, tiers, documents, services, logger: createLogger('info', log), site: readSite(SITE_DIR) },
    );
    const keys = new Map<string, { id: string; token: string }>();
    for (const { id } of tiers) {
      const made = await services.keyAdmin.create({ tier: id, scope: 'read', name: id, expiresInMs: null });
      keys.set(id, { id: made.key.id, token: made.token });
    }
    let sent = 0;
    const twin: Twin = {
      url: app.url,
      keys,
      async send({ path, method = 'GET', tier, headers = {}, body }, requestId = `own-${sent}`) {
        sent += 1;
        const token = tier === undefined ? undefined : keys.get(tier)?.token;
        const key = token === undefined ? {} : { 'x-api-key': token };
        const all = { 'x-request-id': requestId, ...key, ...headers };
        const answer = await sendBytes(`${app.url}${path}`, { method, headers: all }, body);
        const text = withOpenCursors(textOf(answer), services.liveCursors);
        return { ...answer, text, line: await log.line(requestId) };
      },
    };
    return { twin, app };
  };
  const keeping = await start('');
  const plain = await start('0');
  let pairs = 0;
  return {
    services,
    keeping: keeping.twin,
    plain: plain.twin,
    async both(request) {
      pairs += 1;
      const requestId = `pair-${pairs}`;
      return {
        keeping: await keeping.twin.send(request, requestId),
        plain: await plain.twin.send(request, requestId),
      };
    },
    async stop() {
      await keeping.app.stop();
      await plain.app.stop();
      await services.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function textOf({ headers, bytes }: BytesAnswer): string {
  if (bytes.length === 0) return '';
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(bytes).toString();
    case 'gzip':
      return gunzipSync(bytes).toString();
    default:
      return bytes.toString();
  }
}

/** Two live cursors of one place differ: shows the places instead. */
function withOpenCursors(text: string, { decode }: LiveCursors): string {
  return text.replace(/(?<="liveCursor":)"([\w-]+)"/g, (_, cursor: string) => {
    const [position] = registry.flatMap(({ feed }) => {
      const result = decode([feed], cursor);
      return result.ok ? [`${feed.type} ${result.position.seq} ${result.position.held?.until}`] : [];
    });
    return JSON.stringify(position ?? 'none of this service');
  });
}

/** Everything of an answer that has to be the same whether it was kept or made. */
export function comparable({ status, headers, text, line }: TwinAnswer) {
  const { date: _date, 'x-snapshot': snapshot, ...others } = headers;
  // Sealed, each is another text.
  const sameHeaders = { ...others, hasSnapshot: snapshot !== undefined };
  const { time: _time, ms: _ms, cache_hit: _hit, key_id: _key, pid: _pid, ...sameLine } = line;
  const same = { status, headers: sameHeaders, text, line: sameLine };
  if (!headers['content-encoding'] || !text.includes('"liveCursor":"')) return same;
  // Random bytes are packed now better, now worse.
  const { 'content-length': _length, ...packedHeaders } = sameHeaders;
  const { bytes: _bytes, ...packedLine } = sameLine;
  return { ...same, headers: packedHeaders, line: packedLine };
}
