import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newDataDir } from '../support/data-dir.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { generate, nodeTypesOf, PROGRAMS, runTool } from './generate.ts';
import { installClients } from './install.ts';

const missing = await installClients();

/** A first page, the next one and a stream, each as the README of the client shows it, against the simulated market. */
describe.skipIf(missing !== null)(`other clients${missing ? ` [skipped: ${missing}]` : ''}`, () => {
  let dataDir = '';
  let server: ServerProcess;
  let schema: GraphQLSchema;
  let key = '';

  beforeAll(async () => {
    dataDir = await newDataDir();
    server = await startProcess({ dataDir, args: ['--demo'] });
    const printed = /^\s+quant\s+(\S+)$/m;
    key = await vi.waitUntil(() => printed.exec(server.errors())?.[1], 600_000);
    schema = await generate(server.url);
  }, 1_200_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, 600_000);

  async function run(program: string, env: Readonly<Record<string, string>> = {}): Promise<object> {
    const { stdout } = await promisify(execFile)(process.execPath, [join(PROGRAMS, program)], {
      env: { ...process.env, URL: server.url, KEY: key, ...env },
      timeout: 300_000,
    });
    return JSON.parse(stdout) as object;
  }
  const event = expect.stringMatching(/^(CREATED|UPDATED)$/);

  test.concurrent('the types of their programs are right, wrong words are refused', () =>
    runTool('tsc', ['-p', 'tsconfig.json']));

  test.concurrent('Apollo Client, with the type policies of @alpha-data/client/caches', async () => {
    expect(await run('apollo.ts')).toEqual({ rows: 6, event });
  });

  test.concurrent('urql with its default settings', async () => {
    expect(await run('urql.ts')).toEqual({ rows: 6, event });
  });

  test.concurrent('urql with Graphcache and the keys of @alpha-data/client/caches', async () => {
    expect(await run('graphcache.ts')).toEqual({ rows: 6, event, warnings: [] });
  });

  test.concurrent('gql.tada', async () => {
    expect(await run('tada.ts')).toEqual({ rows: 6, event, direction: 'BUY', isKnown: true });
  });

  test.concurrent('GraphQL Code Generator, with the client of this project', async () => {
    expect(await run('codegen.ts')).toEqual({ rows: 6, event });
  });

  test.concurrent('openapi-typescript and openapi-fetch: JSON, CSV and NDJSON', async () => {
    expect(await run('openapi.ts')).toEqual({
      rows: 6,
      isParty: true,
      csv: ['id', 'politician_name'],
      ndjson: 3,
      refused: ['INVALID_PARAMETER', 'page_size'],
    });
  });

  test.concurrent('Relay, which fetches every entity anew by its id', async () => {
    const ids = await idsOf(nodeTypesOf(schema));
    const refetched = Object.fromEntries(Object.keys(ids).map((type) => [type, true]));
    expect(await run('relay/run.js', { IDS: JSON.stringify(ids) })).toEqual({ rows: 6, event, refetched });
  });

  test.concurrent.each(['moments.ts', 'relay/run-moments.js'])(
    "%s holds today's list and that of a moment at once",
    async (program) => {
      expect(await run(program)).toEqual({ differ: true });
    },
  );

  /** An id of each type. */
  async function idsOf(types: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query: ENTITIES }),
    });
    const { data } = (await response.json()) as { readonly data: unknown };
    const found = new Map<string, string>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { __typename: type, id } = value as { readonly __typename?: string; readonly id?: string };
      if (type && id) found.set(type, id);
      Object.values(value).forEach(visit);
    };
    visit(data);
    // The simulated market has no directories of symbols.
    expect([...found.keys(), 'Listing'].sort()).toEqual(types.toSorted());
    return Object.fromEntries(found);
  }
});

/** One of each type that is a node. */
const ENTITIES = `{
  signals(first: 1) { nodes { __typename id } }
  strategies(first: 1) { nodes { __typename id } }
  whaleActivity(first: 1, filter: { address: { isNull: false } }) { nodes { __typename id } }
  whales(first: 1) { nodes { __typename id } }
  congressTrades(first: 1, filter: { ticker: { isNull: false } }) { nodes { __typename id politician { __typename id } asset { __typename id } } }
  insiderFilings(first: 1) { nodes { __typename id } }
  insiders(first: 1) { nodes { __typename id } }
  insiderClusters(first: 1) { nodes { __typename id } }
  outperformers(first: 1) { nodes { __typename id } }
  reversals(first: 1) { nodes { __typename id } }
  predictionMarkets(first: 1) { nodes { __typename id } }
  scorecard(name: AMS) { __typename id latest { __typename id } }
}`;
