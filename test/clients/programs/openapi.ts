import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi.d.ts';
import { baseUrl, headers, report } from './server.ts';

const client = createClient<paths>({ baseUrl, headers });

const { data, error, response } = await client.GET('/api/v1/congress', {
  params: { query: { page_size: 3, transaction_type: 'Purchase' } },
});
if (error) throw new Error(error.detail);
const ids: readonly string[] = data.trades.map(({ id }) => id);
const party: 'D' | 'R' | 'I' | null | undefined = data.trades[0]?.party;

const [, next = ''] = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
const cursor = new URL(next, baseUrl).searchParams.get('cursor') ?? '';
const second = await client.GET('/api/v1/congress', {
  params: { query: { page_size: 3, transaction_type: 'Purchase', cursor } },
});
const more = second.data?.trades.map(({ id }) => id) ?? [];

const csv = await client.GET('/api/v1/congress', {
  params: { query: { page_size: 3 } },
  headers: { accept: 'text/csv' },
  parseAs: 'text',
});
const table: string = csv.data ?? '';
const lines = await client.GET('/api/v1/congress', {
  params: { query: { page_size: 3 } },
  headers: { accept: 'application/x-ndjson' },
  parseAs: 'stream',
});
let text = '';
for await (const chunk of lines.data ?? []) text += new TextDecoder().decode(chunk);

const wrong = await client.GET('/api/v1/congress', { params: { query: { page_size: 0 } } });
// @ts-expect-error there is no such path
export const refused = () => client.GET('/api/v1/congres');

report({
  rows: new Set([...ids, ...more]).size,
  isParty: party !== undefined,
  csv: table.split('\r\n')[0]?.split(',').slice(0, 2),
  ndjson: text.trimEnd().split('\n').length,
  refused: [wrong.error?.code, wrong.error?.param],
});
