import { describe, expect, it } from 'vitest';
import { secQuarterly } from '../../../src/sources/sec/quarterly-provider.ts';
import { parseSources } from '../../../src/sources/sync/sources-file.ts';
import { makeZip } from '../../support/make-zip.ts';
import { ownerRow, submissionRow, table, transactionRow } from '../sec/tables.ts';
import { benchOf } from './paged-trades.ts';
import { type Handler, startProvider, status } from './provider-server.ts';

const CONTACT = 'Jane Doe jane@example.com';

const quarter = (number: number, shares = '100.0'): Buffer =>
  makeZip({
    'SUBMISSION.tsv': table(submissionRow(number)),
    'REPORTINGOWNER.tsv': table(ownerRow(number)),
    'NONDERIV_TRANS.tsv': table(transactionRow('NONDERIV', number, 11, { TRANS_SHARES: shares })),
    'DERIV_TRANS.tsv': table(transactionRow('DERIV', number, 21)),
  });

/** The SEC with these quarters; others are not published. */
async function open(published: Record<string, Buffer>, options: object = {}) {
  const text = JSON.stringify({ 'sec-tsv': { contact: CONTACT, ...options } });
  const server = await startProvider();
  server.answer((request, response, url) => {
    const name = /\/(\w+)_form345\.zip$/.exec(url.pathname)?.[1] ?? '';
    const bytes = published[name];
    const etag = `"${name} ${bytes?.length}"`;
    const answer: Handler =
      bytes === undefined
        ? status(404)
        : request.headers['if-none-match'] === etag
          ? status(304)
          : (_request, reply) => void reply.writeHead(200, { etag }).end(bytes);
    answer(request, response, url);
  });
  return Object.assign(
    server,
    benchOf(server, secQuarterly, parseSources(text, [secQuarterly]).get('sec-tsv')?.options),
  );
}

// The clock of the bench stands in March 2026.
describe('sec-tsv', () => {
  it('fetches the quarters of a year once, and again only what changed', async () => {
    const published: Record<string, Buffer> = {
      '2025q1': quarter(1),
      '2025q2': quarter(2),
      '2025q3': quarter(3),
    };
    await using sec = await open(published);
    const first = await sec.run();
    expect(first).toMatchObject({
      outcome: 'done',
      created: 6,
      noted: { 'the last quarter is not published yet': 1 },
    });
    expect(sec.requests[0]).toBe(
      '/files/structureddata/data/insider-transactions-data-sets/2025q1_form345.zip',
    );
    expect(sec.requests).toHaveLength(4);
    expect(sec.headers[0]?.['user-agent']).toBe(`alpha-data ${CONTACT}`);
    published['2025q4'] = quarter(4);
    expect(await sec.run()).toMatchObject({ outcome: 'done', read: 2, created: 2, noted: {} });
  });

  it('fetches from the quarter that is configured', async () => {
    await using sec = await open({}, { since: '2025q4' });
    await sec.run();
    expect(sec.requests).toHaveLength(1);
    await expect(open({}, { since: '2025' })).rejects.toThrow(/"since" must be a text that matches/);
  });

  it('reports a zip that is cut off or missing, keeps what it had and asks for it again', async () => {
    const published: Record<string, Buffer> = { '2025q3': quarter(3), '2025q4': quarter(4).subarray(0, -9) };
    await using sec = await open(published, { since: '2025q3' });
    const failed = await sec.run();
    expect(failed).toMatchObject({ outcome: 'failed', created: 2 });
    expect(failed.error).toMatch(/2025q4_form345\.zip: the zip cannot be read/);
    expect(failed.error).not.toMatch(/alpha-sync/);
    published['2025q4'] = quarter(4);
    expect(await sec.run()).toMatchObject({ outcome: 'done', read: 2, created: 2 });
    delete published['2025q3'];
    expect((await sec.run()).error).toMatch(/2025q3_form345\.zip answered 404/);
    expect(sec.target.records.size).toBe(4);
  });

  it('names the table of a rejection', async () => {
    await using sec = await open({ '2025q4': quarter(4, 'many') }, { since: '2025q4' });
    await sec.run();
    expect(sec.target.rejections).toMatchObject([
      {
        file: expect.stringMatching(/^http.*2025q4_form345\.zip\/NONDERIV_TRANS\.tsv$/),
        field: 'TRANS_SHARES',
      },
    ]);
  });

  it('stops in the middle of a quarter when it is told to', async () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => index + 1);
    const zip = makeZip({
      'SUBMISSION.tsv': table(...numbers.map((number) => submissionRow(number))),
      'NONDERIV_TRANS.tsv': table(...numbers.map((number) => transactionRow('NONDERIV', number, number))),
    });
    await using sec = await open({ '2025q4': zip }, { since: '2025q4' });
    const controller = new AbortController();
    const target: typeof sec.target = {
      ...sec.target,
      write(feed, batch) {
        controller.abort();
        return sec.target.write(feed, batch);
      },
    };
    const report = await sec.run({ signal: controller.signal, target });
    expect(report).toMatchObject({ outcome: 'aborted', created: 2_000 });
  });
});
