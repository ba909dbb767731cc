import { Type } from 'typebox';
import {
  AppError,
  clampedHeader,
  computedList,
  count,
  daysBefore,
  exact,
  INSIDER_SORTS,
  integerParamWithDefault,
  LIST_SIZES,
  MAX_DAYS,
  objectRoute,
  pickSort,
  type RestServices,
  recordSchema,
  sortParams,
  stockKey,
  textParam,
  toRest,
} from '../../rest/extend.ts';
import { insiderFilings } from './feed.ts';
import { ALPHA_FIELDS, TAG, tier, usd } from './rest-fields.ts';

const insiderSchema = exact(
  {
    slug: Type.String({ description: 'Stable identifier of the insider.' }),
    name: Type.String({ description: 'Name as filed, surname first.' }),
    filing_count: count('Reported transactions.'),
    total_buy_value: usd('Sum of purchases.'),
    total_sell_value: usd('Sum of sales.'),
  },
  'An insider with totals over everything the caller may see.',
);

const clusterSchema = exact(
  {
    ticker: Type.String({ description: 'Exchange ticker.' }),
    insider_count: count('Insiders who bought.'),
    total_value: usd('Sum of their purchases.'),
    detected_at: Type.String({
      format: 'date-time',
      description: 'When the filing that brought the count to the minimum became known.',
    }),
  },
  'A ticker that several insiders bought.',
);

const windowSchema = exact(
  {
    buy_value: usd('Sum of purchases.'),
    sell_value: usd('Sum of sales.'),
    net: usd('Purchases minus sales.'),
  },
  'Flow within a window of filing dates.',
);

const flowSchema = exact(
  {
    buy_value: usd('Sum of purchases.'),
    sell_value: usd('Sum of sales.'),
    filings: count('Reported transactions.'),
  },
  'Flow over the whole market within a window of filing dates.',
);

const EVERYTHING = new Date(0);

export const directory = ({ reader }: RestServices) =>
  computedList({
    path: '/api/v1/insider-alpha/insiders',
    operationId: 'listInsiders',
    tag: TAG,
    summary: 'Insider directory',
    description: 'One entry per insider with totals over everything the caller may see.',
    wrapper: 'insiders',
    sizes: { ...LIST_SIZES, param: 'page_size' },
    component: 'Insider',
    item: insiderSchema,
    params: {
      q: textParam('Any part of the name. Case does not matter.'),
      ...sortParams(INSIDER_SORTS, 'total_buy_value', 'desc'),
    },
    feeds: [insiderFilings],
    since: () => EVERYTHING,
    plan: ({ q, sort_by, sort: sortSynonym, order }, { caller }) => {
      const sort = pickSort(sort_by, sortSynonym) ?? 'total_buy_value';
      const direction = order ?? 'desc';
      return {
        order: { type: 'Insider', field: sort, direction },
        read: (span) => reader.insiders.directory({ search: q, sort, direction, ...span }, caller.view),
      };
    },
  });

export const clusters = ({ reader }: RestServices) =>
  computedList({
    path: '/api/v1/insider-alpha/clusters',
    operationId: 'listInsiderClusters',
    tag: TAG,
    summary: 'Cluster buys',
    description:
      'Tickers that several distinct insiders bought within the look-back, newest detection first.',
    wrapper: 'clusters',
    sizes: { ...LIST_SIZES, param: 'page_size' },
    component: 'InsiderCluster',
    item: clusterSchema,
    params: {
      days_back: integerParamWithDefault('Look-back in days.', { minimum: 1, maximum: MAX_DAYS }, 30),
      min_insiders: integerParamWithDefault(
        'Minimum number of distinct insiders.',
        { minimum: 1, maximum: 1000 },
        2,
      ),
      ticker: textParam('Only this ticker; case does not matter.'),
    },
    feeds: [insiderFilings],
    hasMore: true,
    timed: true,
    since: ({ days_back }, { caller }) => daysBefore(insiderFilings, days_back, caller.view),
    plan: ({ days_back, min_insiders, ticker }, { caller }) => {
      const stock = ticker === undefined ? null : stockKey(ticker);
      const assets = ticker === undefined ? undefined : stock === null ? [] : [stock];
      const query = { daysBack: days_back, minInsiders: min_insiders, assets };
      return {
        order: { type: 'InsiderCluster', field: 'detected_at', direction: 'desc' },
        read: (span) => reader.insiders.clusters({ ...query, ...span }, caller.view),
      };
    },
  });

const COMPANY_FILINGS = 50;

export const company = ({ reader }: RestServices) =>
  objectRoute({
    path: '/api/v1/insider-alpha/companies/:ticker',
    operationId: 'getInsiderCompany',
    tag: TAG,
    summary: 'Company profile',
    description: `Flow of the last 30 and 90 days and the ${COMPANY_FILINGS} newest filings of a company.`,
    pathParams: [
      {
        name: 'ticker',
        description: 'Exchange ticker; case does not matter.',
        schema: Type.String({ examples: ['AMZN'] }),
      },
    ],
    feeds: [insiderFilings],
    timed: true,
    schema: exact(
      {
        ticker: Type.String({ description: 'Exchange ticker.' }),
        windows: exact({ '30d': windowSchema, '90d': windowSchema }, 'Flow by length of the window.'),
        filings: Type.Array(Type.Ref('InsiderAlphaFiling#'), { maxItems: COMPANY_FILINGS }),
      },
      'What insiders of one company did.',
    ),
    components: { InsiderAlphaFiling: recordSchema(insiderFilings, ALPHA_FIELDS) },
    headers: ({ caller: { view } }) => clampedHeader(daysBefore(insiderFilings, 90, view), view),
    read: async (_, { path, caller: { view } }) => {
      const asset = stockKey(path.ticker ?? '');
      const unknown = new AppError(
        'NOT_FOUND',
        `no insider filings of "${path.ticker}" are visible to this key`,
      );
      if (asset === null) throw unknown;
      const slice = { first: COMPANY_FILINGS };
      const [pages, days30, days90] = await Promise.all([
        reader.children(insiderFilings, 'asset', [asset], { slice }, view),
        reader.insiders.flows([asset], 30, view),
        reader.insiders.flows([asset], 90, view),
      ]);
      const rows = pages[0]?.rows ?? [];
      const [newest] = rows;
      if (!newest) throw unknown;
      return {
        ticker: newest.ticker,
        windows: { '30d': days30[0], '90d': days90[0] },
        filings: rows.map((row) => toRest(insiderFilings, row, ALPHA_FIELDS)),
      };
    },
  });

export const market = ({ reader }: RestServices) =>
  objectRoute({
    path: '/api/v1/insider-alpha/stats/market',
    operationId: 'getInsiderMarketStats',
    tag: TAG,
    summary: 'Market-wide insider stats',
    description: 'Purchases and sales of all insiders by window, and the ten tickers bought most in 7 days.',
    feeds: [insiderFilings],
    timed: true,
    schema: exact(
      {
        last_24h: flowSchema,
        last_7d: flowSchema,
        last_30d: flowSchema,
        most_bought_7d: Type.Array(
          exact(
            { ticker: Type.String(), value: usd('Sum of purchases.'), count: count('Reported purchases.') },
            'A ticker by purchases.',
          ),
          { maxItems: 10, description: 'Largest sums of purchases of 7 days.' },
        ),
        tier,
      },
      'Market-wide flow.',
    ),
    canonicalQuery: ({ caller }) => caller.tier.id,
    headers: ({ caller: { view } }) => clampedHeader(daysBefore(insiderFilings, 30, view), view),
    read: async (_, { caller }) => {
      const { most_bought_7d, ...flows } = await reader.insiders.market(caller.view);
      const mostBought = most_bought_7d.map(({ ticker, value, count }) => ({ ticker, value, count }));
      return { ...flows, most_bought_7d: mostBought, tier: caller.tier.id };
    },
  });
