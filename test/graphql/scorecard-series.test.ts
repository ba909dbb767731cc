import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { deriveAgain } from '../../src/ingestion/derive-again.ts';
import { fred } from '../../src/sources/macro/fred.ts';
import { macroInput } from '../../src/sources/macro/macro-input.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const SERIES = `series { series provider unit frequency seasonalAdjustment observedOn value knownOn capturedOn isVintageKnown }`;

interface Series {
  readonly series: string;
  readonly observedOn: string;
  readonly value: number;
  readonly knownOn: string;
}

describeWithSharedData('series behind real scorecards', 'scorecards/fred', (folder) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({}, { clock: { now: () => new Date('2025-01-05T12:00:00Z') } });
    const files = readdirSync(folder).map((name) => join(folder, name));
    const request = { reject: async () => undefined, onProgress: () => undefined };
    await runFormat(app.services, fred, files, request);
  }, 600_000);
  afterAll(() => app?.stop(), 600_000);

  async function ask(query: string, as?: string): Promise<never> {
    const { data, errors } = await app.graphql(query, {}, as);
    expect(errors).toBeUndefined();
    return data as never; // as each test asks
  }

  const pointOn = (card: string, day: string, timeframe = '1D') => `
    scorecard(name: ${card}) { points(timeframe: "${timeframe}", from: "${day}T00:00:00Z",
      filter: { timestamp: { lte: "${day}T00:00:00Z" } }) { nodes { ${SERIES} } } }`;

  async function seriesOn(card: string, day: string, timeframe?: string): Promise<readonly Series[]> {
    const data: {
      readonly scorecard: { readonly points: { readonly nodes: readonly { series: Series[] }[] } };
    } = await ask(`{ ${pointOn(card, day, timeframe)} }`);
    return data.scorecard.points.nodes[0]?.series ?? [];
  }

  /** The newest line with a value up to a day, as the file has it. */
  function lineUpTo(id: string, day: string): readonly [day: string, value: number] {
    const lines = readFileSync(join(folder, `${id}.csv`), 'utf8')
      .trim()
      .split('\n')
      .slice(1);
    const cells = lines.map((line) => line.trim().split(','));
    const [observed = '', value = ''] =
      cells.findLast(([on = '', text = '']) => on <= day && text !== '' && text !== '.') ?? [];
    return [observed, Number(value)];
  }

  it('are those that the point is made of, with what FRED says of them', async () => {
    const series = await seriesOn('GLS', '2024-12-20');
    expect(series.map(({ series: name }) => name)).toEqual([
      ...['FRED:WALCL', 'FRED:WTREGEN', 'FRED:RRPONTSYD', 'FRED:M2SL', 'FRED:WM2NS'],
      ...['FRED:DTWEXBGS', 'FRED:FEDFUNDS', 'FRED:SOFR'],
    ]);
    expect(series[0]).toEqual({
      series: 'FRED:WALCL',
      provider: 'FRED',
      unit: 'Millions of U.S. Dollars',
      frequency: 'Weekly, As of Wednesday',
      seasonalAdjustment: 'Not Seasonally Adjusted',
      observedOn: '2024-12-18',
      value: 6_889_332,
      knownOn: '2024-12-20',
      capturedOn: '2024-12-25',
      isVintageKnown: true,
    });
    expect(series[3]).toMatchObject({
      unit: 'Billions of Dollars',
      seasonalAdjustment: 'Seasonally Adjusted',
    });
  });

  it('have the newest value of the file that was published by the end of the day', async () => {
    for (const day of ['2020-03-16', '2023-07-04', '2024-12-20']) {
      for (const { series, observedOn, value, knownOn } of await seriesOn('MRS', day)) {
        expect([observedOn, value]).toEqual(lineUpTo(series.slice('FRED:'.length), observedOn));
        expect(knownOn <= day).toBe(true);
      }
    }
    // A close is known on the next working day: on a Monday that of the Friday before.
    const [vix] = await seriesOn('MRS', '2020-03-16');
    expect(vix).toMatchObject({ series: 'FRED:VIXCLS', observedOn: '2020-03-13', knownOn: '2020-03-16' });
  });

  it('of a week are those of its Sunday', async () => {
    expect(await seriesOn('MRS', '2024-12-16', '1W')).toEqual(await seriesOn('MRS', '2024-12-22'));
  });

  it('as of a moment are those of the newest point of then', async () => {
    const latest = `scorecard(name: GLS) { latest { timestamp ${SERIES} } }`;
    const { at }: { readonly at: { readonly scorecard: { readonly latest: { series: Series[] } } } } =
      await ask(`{ at(asOf: "2024-12-20T12:00:00Z") { ${latest} } }`);
    expect(at.scorecard.latest).toMatchObject({ timestamp: '2024-12-19T00:00:00.000Z' });
    // Wednesday's balance sheet came out on that Thursday, and counts from the end of the Friday on.
    expect(at.scorecard.latest.series[0]).toMatchObject({ series: 'FRED:WALCL', observedOn: '2024-12-11' });
    expect(at.scorecard.latest.series.every(({ knownOn }) => knownOn <= '2024-12-19')).toBe(true);
  });

  it('are shown of points within the window of the key alone', async () => {
    const pro = await app.issue('pro');
    const points = (day: string) => `{ ${pointOn('MRS', day)} }`;
    const of = async (day: string) =>
      (await ask(points(day), pro)) as { readonly scorecard: { readonly points: { nodes: unknown[] } } };
    expect((await of('2024-12-20')).scorecard.points.nodes).toEqual([]);
    expect((await of('2024-12-28')).scorecard.points.nodes).toHaveLength(1);
  });

  it('do not change by a revision that is captured later', async () => {
    const before = await seriesOn('GLS', '2024-12-20');
    const revision = macroInput('FRED:WALCL', '2024-12-18', '2025-01-03', 1);
    const later = macroInput('FRED:WALCL', '2025-01-01', '2025-01-03', 2);
    const newest = macroInput('FRED:SOFR', '2025-01-03', '2025-01-03', 4.4);
    await app.services.inputs.put([revision, later, newest]);
    await deriveAgain(app.services, { of: new Set(['scorecards-gls']) });
    expect(await seriesOn('GLS', '2024-12-20')).toEqual(before);
    const [assets] = await seriesOn('GLS', '2025-01-03');
    expect(assets).toMatchObject({ observedOn: '2025-01-01', value: 2, capturedOn: '2025-01-03' });
  });

  it('cannot be asked for by a snapshot, for inputs are not kept as they were', async () => {
    const { data, errors } = await app.graphql(`{ at { snapshot ${pointOn('MRS', '2024-12-20')} } }`);
    expect(data).toMatchObject({ at: { scorecard: { points: { nodes: [{ series: null }] } } } });
    expect(errors?.[0]?.extensions.code).toBe('SNAPSHOT_NOT_SUPPORTED');
  });
});

it('a kept answer goes when a series gets a value, also where the point stays as it is', async () => {
  const app = await startApp({}, { clock: { now: () => new Date('2026-01-05T12:00:00Z') } });
  try {
    await app.ingest('mrs', [
      { id: 'sent', scorecard: 'mrs', timeframe: '1D', timestamp: '2026-01-02T00:00:00Z', data: { mrs: 50 } },
    ]);
    const ask = async () => {
      const { data, errors } = await app.graphql(`{ scorecard(name: MRS) { latest { value ${SERIES} } } }`);
      expect(errors).toBeUndefined();
      return data;
    };
    expect(await ask()).toEqual({ scorecard: { latest: { value: 50, series: [] } } });
    await app.services.inputs.put([macroInput('FRED:VIXCLS', '2025-12-31', '2026-01-01', 14.5)]);
    expect(await ask()).toMatchObject({
      scorecard: { latest: { value: 50, series: [{ series: 'FRED:VIXCLS', value: 14.5 }] } },
    });
  } finally {
    await app.stop();
  }
}, 600_000);

it('none are known of points that were sent to an empty store', async () => {
  const app = await startApp();
  try {
    await app.ingest('mrs', [
      { id: 'sent', scorecard: 'mrs', timeframe: '1D', timestamp: '2026-01-01T00:00:00Z', data: { mrs: 50 } },
    ]);
    const { data, errors } = await app.graphql(`{ scorecard(name: MRS) { latest { value ${SERIES} } } }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ scorecard: { latest: { value: 50, series: [] } } });
  } finally {
    await app.stop();
  }
}, 600_000);
