import { beforeAll, describe, expect, test } from 'vitest';
import { SECTIONS } from '../../build-guide-list.ts';
import { passagesOf } from '../../build-guide-passages.ts';
import { createGuideSearch, type Hit } from '../../src/web/guide-search.ts';

/** Questions of readers, and the guides that answer each. */
const QUESTIONS: readonly (readonly [question: string, guides: string])[] = [
  ['how do I verify a webhook signature', 'alerts'],
  ['retries', 'alerts'],
  ['webhook retry', 'alerts'],
  ['retry', 'alerts errors'],
  ['SSRF', 'alerts security operating'],
  ['ChatGPT', 'agents'],
  ['unsubscribe', 'alerts'],
  ['duplicates', 'alerts live'],
  ['forgot password', 'account'],
  ['get notified by email', 'alerts'],
  ['my alert stopped working', 'alerts'],
  ['how is the outperformance score computed', 'methodology/outperformance'],
  ['lookahead bias', 'quants time'],
  ['look-ahead bias', 'quants time'],
  ['reconnect after disconnect', 'live'],
  ['PEAD', 'quants'],
  ['how much does it cost', 'tiers cost'],
  ['price of a plan', 'tiers'],
  ['point in time', 'time'],
  ['429', 'errors cost'],
  ['401', 'errors'],
  ['what does AMS mean', 'glossary methodology/scorecards'],
  ['which key do I need', 'faq tiers'],
  ['what is a unit', 'faq cost'],
  ['why is a list empty', 'faq'],
  ['how far back does the free tier see', 'tiers access'],
  ['how do I paginate', 'rest'],
  ['export to parquet', 'rest quants'],
  ['download a whole feed', 'rest faq quants'],
  ['pandas', 'python quants'],
  ['python client', 'python'],
  ['typescript types', 'client'],
  ['subscribe over websocket', 'live'],
  ['server-sent events', 'live'],
  ['resume a stream after an outage', 'live client'],
  ['what is a cursor', 'glossary rest'],
  ['RESYNC', 'live'],
  ['rate limit', 'errors cost'],
  ['RATE_LIMITED', 'errors'],
  ['COST_EXCEEDED', 'errors cost'],
  ['how do I rotate a key', 'account'],
  ['revoke a key', 'account security'],
  ['connect Claude to the data', 'agents'],
  ['Cursor editor MCP', 'agents'],
  ['Claude Desktop', 'agents'],
  ['Codex', 'agents'],
  ['Gemini CLI', 'agents'],
  ['what did the market know on a day', 'time'],
  ['as_of', 'time'],
  ['snapshot of an answer', 'time'],
  ['breaking changes', 'versioning'],
  ['deprecated field', 'versioning'],
  ['report a vulnerability', 'security'],
  ['insider clusters', 'methodology/insiders'],
  ['scorecard components', 'methodology/scorecards'],
  ['how are strategies backtested', 'methodology/strategies'],
  ['oversold reversal', 'methodology/reversals'],
  ['where does congress data come from', 'data'],
  ['sources of prices', 'prices'],
  ['newest price of a stock', 'prices'],
  ['how do I deploy with docker', 'deploying'],
  ['back up the database', 'deploying'],
  ['environment variables', 'operating'],
  ['prometheus metrics', 'operating'],
  ['add a new feed', 'adding-a-feed'],
  ['slack alert', 'alerts'],
  ['test an alert', 'alerts'],
  ['filter by ticker', 'rest graph'],
  ['build a dashboard', 'building-a-dashboard'],
  ['GraphQL playground', 'quick-start first-alert recipes dashboard graph'],
];

let search: (question: string) => readonly Hit[];
beforeAll(async () => {
  const passages = SECTIONS.flatMap(({ audience, guides }) =>
    guides.flatMap((guide) => passagesOf(guide, audience)),
  );
  search = await createGuideSearch(passages.map((passage, id) => ({ id, ...passage })));
}, 600_000);

const pagesFor = (question: string): readonly string[] =>
  search(question).map(({ url }) => url.replace(/^\/guides\/|#.*$/g, ''));

describe('a guide that answers a question is the first or the second that the search finds', () => {
  test.each(QUESTIONS)('%s: %s', (question, guides) => {
    const answering = guides.split(' ');
    expect(
      pagesFor(question)
        .slice(0, 2)
        .filter((page) => answering.includes(page)),
    ).not.toEqual([]);
  });
});

describe('the search of the guides', () => {
  test('takes words with slips of the pen, and words that have begun', () => {
    expect(pagesFor('verfy webhok signture')[0]).toBe('alerts');
    expect(pagesFor('webhoo')[0]).toBe('alerts');
    expect(pagesFor('how do i')).not.toEqual([]);
    expect(pagesFor('')).toEqual([]);
    expect(pagesFor('zzzzzzzz')).toEqual([]);
  });

  test('has guides for users before those for operators and developers, and each guide once', () => {
    const pages = pagesFor('what does a request cost');
    const place = (audience: string) =>
      SECTIONS.filter((section) => section.audience === audience)
        .flatMap(({ guides }) => guides.map(({ name }) => pages.indexOf(name)))
        .filter((at) => at >= 0);
    expect(Math.min(...place('developers'), 20)).toBeGreaterThan(Math.min(...place('users')) + 3);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test('leads to the part that answers, and shows where its words stand', () => {
    const [hit] = search('verify a webhook signature');
    expect(hit).toMatchObject({ url: '/guides/alerts#check-the-signature', heading: 'Check the signature' });
    expect(hit?.text.slice(hit.at)).toMatch(/^(verif|webhook|signature)/i);
  });

  test('finds a word of the glossary', () => {
    const [hit] = search('watermark');
    expect(hit).toMatchObject({ url: '/guides/glossary#glossary', heading: 'watermark' });
  });
});
