import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const LISTS = [
  'nasdaq-trader',
  'symbols/nasdaq-trader/nasdaqlisted.txt.gz',
  'symbols/nasdaq-trader/otherlisted.txt.gz',
] as const;
const SENATE = [
  'senate-transactions',
  'congress/capitol-watch/senate_transactions.json',
  'congress/senate-stock-watcher/all_transactions.json',
] as const;

/** The lists of December 2025 have a fund under `FB`. */
describeWithSharedData('trades of Congress under symbols that passed to others', '.', (folder) => {
  it.each([
    ['the directory first', [LISTS, SENATE]],
    ['the trades first', [SENATE, LISTS]],
  ])('are not joined with who has the symbol now, %s', async (_, imports) => {
    const app = await startApp();
    for (const [name, ...files] of imports) {
      const format = formats.find((one) => one.name === name) ?? expect.unreachable();
      const paths = files.map((file) => join(folder, file));
      const at = new Date('2025-12-14T00:00:00Z');
      await runFormat(app.services, format, paths, {
        at,
        reject: async () => undefined,
        onProgress: () => undefined,
      });
    }
    const asked = `query ($symbol: String!) { asset(symbol: $symbol) { symbol name aliases
      congressTrades(first: 100) { nodes { ticker assetName } } } }`;
    const assetOf = async (symbol: string) =>
      (await app.graphql(asked, { symbol })).data?.asset as unknown as {
        readonly name: string;
        readonly congressTrades: { readonly nodes: readonly { ticker: string; assetName: string }[] };
      } | null;
    const facebook = await assetOf('FB.OLD');
    expect(facebook).toMatchObject({ name: 'Facebook, Inc.', aliases: expect.arrayContaining(['FB']) });
    expect(facebook?.congressTrades.nodes.length).toBeGreaterThan(30);
    for (const { ticker, assetName } of facebook?.congressTrades.nodes ?? [])
      expect([ticker, assetName.slice(0, 8)]).toEqual(['FB', 'Facebook']);
    expect(await assetOf('FB')).toMatchObject({
      name: expect.stringContaining('ProShares'),
      congressTrades: { nodes: [] },
    });
    // Names that changed in spelling alone, and a class without its mark.
    expect(await assetOf('WMT.OLD')).toBeNull();
    expect((await assetOf('BRK.B'))?.congressTrades.nodes).toContainEqual({
      ticker: 'BRKB',
      assetName: expect.stringContaining('Berkshire'),
    });
    await app.stop();
  });
});
