import { expect, test } from 'vitest';
import { createReader } from '../../src/core/read/read.ts';
import { createSeal } from '../../src/core/seal.ts';
import { withValue } from '../../src/feed/record.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { noNames } from '../support/no-names.ts';
import { sampleRecords } from '../support/records.ts';
import { openStore } from '../support/store.ts';
import { NOW, serveReader } from './serve.ts';

const HOUR_MS = 3_600_000;
const MARKETS = 5;
const VERSIONS = 6;

interface Market {
  readonly history: { readonly nodes: readonly { readonly node: { readonly id: string } }[] };
}

test('versions by their ids are one statement, whatever their number', async () => {
  await using opened = await openStore();
  const { store, insiders, directories, writer, versions } = opened;
  const history = { store: versions, seal: createSeal(Buffer.alloc(32, 7)) };
  await using served = await serveReader(
    createReader({ store, insiders, search: noNames, directories, history }),
  );
  for (let hour = 0; hour < VERSIONS; hour += 1) {
    const at = new Date(NOW.getTime() - (VERSIONS - hour) * HOUR_MS);
    const markets = sampleRecords(predictionMarkets, MARKETS).map((record, index) =>
      [
        [predictionMarkets.key, `m${index}`] as const,
        [predictionMarkets.leaf('observed_at'), at] as const,
        [predictionMarkets.leaf('known_from'), at] as const,
      ].reduce((whole, [leaf, value]) => withValue(whole, leaf, value), record),
    );
    await writer.upsert(predictionMarkets, markets, at);
  }
  const { body } = await served.query(
    '{ predictionMarkets(first: 5, includeStale: true) { nodes { history { nodes { node { id } } } } } }',
  );
  const markets: readonly Market[] = body.data.predictionMarkets.nodes;
  const ids = markets.flatMap(({ history: { nodes } }) => nodes.map(({ node }) => node.id));
  expect(ids).toHaveLength(MARKETS * VERSIONS);

  const past = ids.filter((_, index) => index % VERSIONS > 0);
  const statementsFor = async (asked: readonly string[]) => {
    const before = opened.statements();
    const answer = await served.query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: asked });
    expect(answer.body.data.nodes).toEqual(asked.map((id) => ({ id })));
    return opened.statements() - before;
  };
  const one = await statementsFor(past.slice(0, 1));
  expect(await statementsFor(past)).toBe(one);
});
