/** A request that asks for more than the limits allow. */
export interface Bomb {
  readonly name: string;
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

const repeat = (times: number, make: (i: number) => string) =>
  Array.from({ length: times }, (_, i) => make(i)).join(' ');

/** Fragments that each spread the next one twice: 2^30 fields once spread. */
const doubling = `{ ...f0 } ${repeat(30, (i) => `fragment f${i} on Query { a${i}: __typename ...f${i + 1} ...f${i + 1} }`)} fragment f30 on Query { z: __typename }`;

const documents: readonly (readonly [name: string, query: string, variables?: Record<string, unknown>])[] = [
  ['a document over 64 KB', `{ __typename } # ${'x'.repeat(65 * 1024)}`],
  ['too many tokens', `{ __typename ${repeat(700, (i) => `@skip(if: $v${i})`)} }`],
  ['70 KB of inline fragments', `{ ${repeat(2500, () => '... { __typename }')} }`],
  [
    'depth',
    '{ signals { nodes { asset { signals { nodes { asset { signals { nodes { asset { symbol } } } } } } } } } }',
  ],
  ['root fields', `{ ${repeat(31, () => '__typename')} }`],
  ['root fields in fragments', `{ ...f ...f } fragment f on Query { ${repeat(16, () => '__typename')} }`],
  ['aliases', `{ viewer { ${repeat(61, (i) => `a${i}: keyId`)} } }`],
  ['aliases of __typename', `{ viewer { ${repeat(61, (i) => `a${i}: __typename`)} } }`],
  ['fragments that double', doubling],
  ['a fragment that contains itself', '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'],
  ['a fragment that is never spread and contains itself', '{ __typename } fragment a on Query { ...a }'],
  ['one name again and again', `{ signals { nodes { ${repeat(101, () => 'id')} } } }`],
  [
    'objects',
    '{ congressTrades(first: 100) { nodes { asset { insiderFilings(first: 100) { nodes { id } } } } } }',
  ],
  [
    'objects behind variables',
    'query ($n: Int!) { congressTrades(first: $n) { nodes { asset { insiderFilings(last: $n) { nodes { id } } } } } }',
    { n: 100 },
  ],
  [
    'objects behind the default of a variable',
    'query ($n: Int = 100) { congressTrades(first: $n) { nodes { asset { insiderFilings(first: $n) { nodes { id } } } } } }',
  ],
  [
    'wide variables',
    'query ($f: SignalFilter) { signals(filter: $f) { nodes { id } } }',
    { f: { symbol: { in: Array.from({ length: 6000 }, () => 'x') } } },
  ],
  [
    'a filter of many conditions',
    'query ($f: SignalFilter) { signals(filter: $f) { nodes { id } } }',
    { f: { or: Array.from({ length: 101 }, () => ({ symbol: { eq: 'x' } })) } },
  ],
  [
    'a deep filter',
    `{ signals(filter: { ${repeat(11, () => 'not: {')} symbol: { eq: "x" } ${'}'.repeat(11)} }) { nodes { id } } }`,
  ],
];

export const BOMBS: readonly Bomb[] = documents.map(([name, query, variables = {}]) => ({
  name,
  query,
  variables,
}));

/** Whether it can be asked for by GET: the line and the headers of a request are 16 KB at most. */
export const fitsUrl = ({ query, variables }: Bomb): boolean =>
  new URLSearchParams({ query, variables: JSON.stringify(variables) }).toString().length < 15_000;
