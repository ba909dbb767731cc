import {
  all,
  countBy,
  counted,
  during,
  type Group,
  is,
  largest,
  type Nodes,
  type Question,
  type Row,
  sumOf,
  topBy,
} from './question.ts';

export const CONGRESS_QUESTIONS: readonly Question[] = [
  {
    ask: 'How many trades of Congress are there of each party?',
    reads: ['congressTradeGroups'],
    document: '{ congressTradeGroups(by: [PARTY]) { nodes { key { party } count } } }',
    answer: (data: { congressTradeGroups: Nodes<Group> }) => counted(data.congressTradeGroups, 'party'),
    right: ({ congress }) => countBy(congress, 'party'),
  },
  {
    ask: 'Which five stocks did members of Congress buy most often in 2020?',
    reads: ['congressTradeGroups'],
    document: `{ congressTradeGroups(by: [TICKER], first: 5, orderBy: { field: COUNT },
      filter: { direction: { eq: BUY }, ticker: { isNull: false }, transactionDate: { gte: "2020-01-01T00:00:00", lt: "2021-01-01T00:00:00" } }) {
      nodes { key { ticker } count } } }`,
    answer: (data: { congressTradeGroups: Nodes<Group> }) =>
      data.congressTradeGroups.nodes.map(({ key, count }) => [key.ticker, count]),
    right: ({ congress }) =>
      topBy(
        congress.filter(
          all(is('direction', 'BUY'), during('transaction_date', '2020'), ({ ticker }) => ticker !== null),
        ),
        'ticker',
        ({ length }) => length,
        5,
      ),
  },
  {
    ask: 'Which member of Congress sold most in the first quarter of 2020, by the low end of the brackets?',
    reads: ['congressTradeGroups'],
    document: `{ congressTradeGroups(by: [POLITICIAN_NAME], first: 1, orderBy: { field: AMOUNT_LOW_SUM },
      filter: { direction: { eq: SELL }, transactionDate: { gte: "2020-01-01T00:00:00", lt: "2020-04-01T00:00:00" } }) {
      nodes { key { politicianName } amountLow { sum } } } }`,
    answer: (data: { congressTradeGroups: Nodes<Group> }) =>
      data.congressTradeGroups.nodes.map((group) => [group.key.politicianName, Number(group.amountLow?.sum)]),
    right: ({ congress }) =>
      topBy(
        congress.filter(
          (row) => row.direction === 'SELL' && /^2020-0[123]/.test(String(row.transaction_date)),
        ),
        'politician_name',
        (rows) => sumOf(rows, 'amount_low'),
        1,
      ),
  },
  {
    ask: 'Which stocks did David Perdue buy in March 2020?',
    reads: ['congressTrades'],
    document: `{ congressTrades(first: 100, filter: { politicianName: { contains: "Perdue" }, direction: { eq: BUY },
      ticker: { isNull: false }, transactionDate: { gte: "2020-03-01T00:00:00", lt: "2020-04-01T00:00:00" } }) { nodes { ticker } } }`,
    answer: (data: { congressTrades: Nodes<Row> }) =>
      [...new Set(data.congressTrades.nodes.map(({ ticker }) => ticker))].sort(),
    right: ({ congress }) =>
      [
        ...new Set(
          congress
            .filter(
              all(
                is('direction', 'BUY'),
                during('transaction_date', '2020-03'),
                ({ ticker }) => ticker !== null,
              ),
            )
            .filter(({ politician_name: name }) => /perdue/i.test(String(name)))
            .map(({ ticker }) => ticker),
        ),
      ].sort(),
  },
  {
    ask: 'How many days passed between a trade and its disclosure in each chamber, on average?',
    reads: ['congressTradeGroups'],
    document: '{ congressTradeGroups(by: [CHAMBER]) { nodes { key { chamber } daysToDisclosure { avg } } } }',
    answer: (data: { congressTradeGroups: Nodes<Group> }) =>
      Object.fromEntries(
        data.congressTradeGroups.nodes.map((group) => [
          String(group.key.chamber),
          group.daysToDisclosure?.avg?.toFixed(6),
        ]),
      ),
    right: ({ congress }) =>
      Object.fromEntries(
        [...Map.groupBy(congress, ({ chamber }) => String(chamber).toUpperCase())].map(([chamber, rows]) => {
          const dated = rows.filter(({ days_to_disclosure: days }) => days !== null);
          return [chamber, (sumOf(dated, 'days_to_disclosure') / dated.length).toFixed(6)];
        }),
      ),
  },
  {
    ask: 'How large is the largest disclosed purchase, at least?',
    reads: ['congressTrades'],
    document:
      '{ congressTrades(first: 1, filter: { direction: { eq: BUY } }, orderBy: { field: AMOUNT_LOW }) { nodes { politicianName assetName amountLow } } }',
    answer: (data: { congressTrades: Nodes<Row> }) => data.congressTrades.nodes[0]?.amountLow,
    right: ({ congress }) => largest(congress.filter(is('direction', 'BUY')), 'amount_low'),
  },
  {
    ask: 'How many trades of Nvidia has Congress disclosed?',
    reads: ['asset'],
    document: '{ asset(symbol: "NVDA") { symbol congressTrades { totalCount } } }',
    answer: (data: { asset: { congressTrades: { totalCount: number } } }) =>
      data.asset.congressTrades.totalCount,
    right: ({ congress }) => congress.filter(is('ticker', 'NVDA')).length,
  },
  {
    ask: 'On which committees does Tommy Tuberville sit?',
    reads: ['politicians'],
    document:
      '{ politicians(search: "Tuberville", first: 1) { nodes { name committees { committee parent } } } }',
    answer: (data: { politicians: Nodes<{ committees: readonly Row[] }> }) =>
      data.politicians.nodes[0]?.committees
        .filter(({ parent }) => parent === null)
        .map(({ committee }) => committee)
        .sort(),
    right: ({ congress }) => {
      const trade = congress.find(({ politician_name: name }) => /Tuberville/.test(String(name)));
      return (trade?.committees as readonly Row[] | undefined)?.map(({ id }) => id).sort();
    },
  },
  {
    ask: 'How many trades did spouses of members make?',
    reads: ['congressTrades'],
    document: '{ congressTrades(filter: { owner: { eq: SPOUSE } }) { totalCount } }',
    answer: (data: { congressTrades: { totalCount: number } }) => data.congressTrades.totalCount,
    right: ({ congress }) => congress.filter(is('owner', 'Spouse')).length,
  },
  {
    ask: 'Into which three sectors did Congress put most money in 2020, by the low end of the brackets?',
    reads: ['congressTradeGroups'],
    document: `{ congressTradeGroups(by: [SECTOR], first: 3, orderBy: { field: AMOUNT_LOW_SUM },
      filter: { direction: { eq: BUY }, sector: { isNull: false }, transactionDate: { gte: "2020-01-01T00:00:00", lt: "2021-01-01T00:00:00" } }) {
      nodes { key { sector } amountLow { sum } } } }`,
    answer: (data: { congressTradeGroups: Nodes<Group> }) =>
      data.congressTradeGroups.nodes.map((group) => [group.key.sector, Number(group.amountLow?.sum)]),
    right: ({ congress }) =>
      topBy(
        congress.filter(
          all(is('direction', 'BUY'), during('transaction_date', '2020'), ({ sector }) => sector !== null),
        ),
        'sector',
        (rows) => sumOf(rows, 'amount_low'),
        3,
      ),
  },
  {
    ask: 'How many trades were disclosed later than the 45 days that the law allows?',
    reads: ['congressTrades'],
    document: '{ congressTrades(filter: { daysToDisclosure: { gt: 45 } }) { totalCount } }',
    answer: (data: { congressTrades: { totalCount: number } }) => data.congressTrades.totalCount,
    right: ({ congress }) => congress.filter(({ days_to_disclosure: days }) => Number(days) > 45).length,
  },
  {
    ask: 'What could one know of trades of Congress in Tesla at the start of 2021?',
    reads: ['congressTrades'],
    document: '{ congressTrades(filter: { ticker: { eq: "TSLA" } }) { totalCount } }',
    asOf: '2021-01-01T00:00:00Z',
    answer: (data: { congressTrades: { totalCount: number } }) => data.congressTrades.totalCount,
    right: ({ congress }) =>
      congress.filter((row) => row.ticker === 'TSLA' && String(row.known_from) <= '2021-01-01T00:00:00.000Z')
        .length,
  },
  {
    ask: 'Of which state are the members who traded most often?',
    reads: ['congressTradeGroups'],
    document:
      '{ congressTradeGroups(by: [STATE], first: 1, orderBy: { field: COUNT }, filter: { state: { isNull: false } }) { nodes { key { state } count } } }',
    answer: (data: { congressTradeGroups: Nodes<Group> }) =>
      data.congressTradeGroups.nodes.map(({ key, count }) => [key.state, count]),
    right: ({ congress }) =>
      topBy(
        congress.filter(({ state }) => state !== null),
        'state',
        ({ length }) => length,
        1,
      ),
  },
];
