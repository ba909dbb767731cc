import {
  all,
  countBy,
  counted,
  type Group,
  is,
  largest,
  type Nodes,
  type Question,
  type Row,
  sumOf,
} from './question.ts';

export const INSIDER_QUESTIONS: readonly Question[] = [
  {
    ask: 'Which insiders bought stock on the open market?',
    reads: ['insiderFilings'],
    document:
      '{ insiderFilings(first: 100, filter: { transactionDirection: { eq: BUY } }) { nodes { insiderName ticker } } }',
    answer: (data: { insiderFilings: Nodes<Row> }) =>
      [...new Set(data.insiderFilings.nodes.map(({ insiderName }) => insiderName))].sort(),
    right: ({ insider }) =>
      [
        ...new Set(insider.filter(is('transaction_direction', 'buy')).map(({ insider_name: name }) => name)),
      ].sort(),
  },
  {
    ask: 'For how much did insiders of Amazon sell?',
    reads: ['insiderFilingGroups'],
    document: `{ insiderFilingGroups(by: [TICKER], filter: { ticker: { eq: "AMZN" }, transactionDirection: { eq: SELL } }) {
      nodes { key { ticker } value { sum } } } }`,
    answer: (data: { insiderFilingGroups: Nodes<Group> }) =>
      Number(data.insiderFilingGroups.nodes[0]?.value?.sum),
    right: ({ insider }) =>
      sumOf(insider.filter(all(is('ticker', 'AMZN'), is('transaction_direction', 'sell'))), 'value'),
  },
  {
    ask: 'Which insiders bought shares of Block in the three months before 27 August 2025?',
    reads: ['insiderFilings'],
    document: `{ insiderFilings(first: 50, filter: { ticker: { eq: "SQ" }, transactionDirection: { eq: BUY },
      filingDate: { gte: "2025-05-27T00:00:00Z", lt: "2025-08-27T00:00:00Z" } }) { nodes { insiderName shares value } } }`,
    answer: (data: { insiderFilings: Nodes<Row> }) =>
      data.insiderFilings.nodes.map(({ insiderName }) => insiderName).sort(),
    right: ({ insider }) =>
      insider
        .filter(all(is('ticker', 'SQ'), is('transaction_direction', 'buy')))
        .filter(({ filing_date: at }) => String(at) >= '2025-05-27' && String(at) < '2025-08-27')
        .map(({ insider_name: name }) => name)
        .sort(),
  },
  {
    ask: 'What is the largest sale by an insider?',
    reads: ['insiderFilings'],
    document:
      '{ insiderFilings(first: 1, filter: { transactionDirection: { eq: SELL } }, orderBy: { field: VALUE }) { nodes { insiderName ticker value } } }',
    answer: (data: { insiderFilings: Nodes<Row> }) => data.insiderFilings.nodes[0]?.value,
    right: ({ insider }) => largest(insider.filter(is('transaction_direction', 'sell')), 'value'),
  },
  {
    ask: 'How often does each transaction code occur among the filings?',
    reads: ['insiderFilingGroups'],
    document:
      '{ insiderFilingGroups(by: [TRANSACTION_CODE], first: 50) { nodes { key { transactionCode } count } } }',
    answer: (data: { insiderFilingGroups: Nodes<Group> }) =>
      counted(data.insiderFilingGroups, 'transactionCode'),
    right: ({ insider }) => countBy(insider, 'transaction_code'),
  },
  {
    ask: 'How many lines are of insiders who own ten percent or more?',
    reads: ['insiderFilings'],
    document: '{ insiderFilings(filter: { isTenPercent: { eq: true } }) { totalCount } }',
    answer: (data: { insiderFilings: { totalCount: number } }) => data.insiderFilings.totalCount,
    right: ({ insider }) => insider.filter(is('is_ten_percent', true)).length,
  },
  {
    ask: 'How many lines are about derivatives?',
    reads: ['insiderFilings'],
    document: '{ insiderFilings(filter: { securityTable: { eq: II } }) { totalCount } }',
    answer: (data: { insiderFilings: { totalCount: number } }) => data.insiderFilings.totalCount,
    right: ({ insider }) => insider.filter(is('security_table', 'II')).length,
  },
];
