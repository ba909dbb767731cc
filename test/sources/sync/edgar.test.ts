import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secCurrent, secSubmissions } from '../../../src/sources/sec/provider.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { benchOf } from './paged-trades.ts';
import { type Handler, startProvider, status } from './provider-server.ts';

const ACCESSIONS = ['0000000001-26-000001', '0000000001-26-000002', '0000000001-26-000003'];

const entry = (accession: string, at: string, role: string, form = '4') => `<entry>
<title>${form} - Müller &amp; Co (0000000007) (${role})</title>
<link rel="alternate" type="text/html" href="https://www.sec.gov/Archives/edgar/data/7/${accession.replaceAll('-', '')}/${accession}-index.htm"/>
<updated>${at}</updated><category scheme="https://www.sec.gov/" label="form type" term="${form}"/>
<id>urn:tag:sec.gov,2008:accession-number=${accession}</id></entry>`;

const feed = (...entries: readonly string[]): Handler =>
  status(
    200,
    { 'content-type': 'application/atom+xml' },
    `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('\n')}</feed>`,
  );

const submission = (accession: string) => `<SEC-DOCUMENT>${accession}.txt : 20260304
<ACCEPTANCE-DATETIME>20260304160730
ACCESSION NUMBER:\t\t${accession}
<XML><ownershipDocument><documentType>4</documentType>
<issuer><issuerCik>7</issuerCik><issuerName>Co</issuerName><issuerTradingSymbol>CO</issuerTradingSymbol></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>8</rptOwnerCik><rptOwnerName>Doe Jane</rptOwnerName></reportingOwnerId></reportingOwner>
<nonDerivativeTable><nonDerivativeTransaction><transactionDate><value>2026-03-03</value></transactionDate>
<transactionCoding><transactionCode>P</transactionCode></transactionCoding>
<transactionAmounts><transactionShares><value>10</value></transactionShares><transactionPricePerShare><value>2</value></transactionPricePerShare></transactionAmounts>
</nonDerivativeTransaction></nonDerivativeTable></ownershipDocument></XML>`;

const options = { contact: 'ann@example.com' };

/** The feed for form 4, an empty one for form 5, and every document. */
const edgar =
  (form4: Handler): Handler =>
  (request, response, url) => {
    if (!url.pathname.endsWith('browse-edgar')) {
      const [, accession = ''] = /\/([\d-]+)\.txt$/.exec(url.pathname) ?? [];
      return status(200, {}, submission(accession))(request, response, url);
    }
    return (url.searchParams.get('type') === '4' ? form4 : feed())(request, response, url);
  };

describe('the current filings of EDGAR', () => {
  it('fetches each new filing once, oldest first, and goes on behind it', async () => {
    await using server = await startProvider();
    const bench = benchOf(server, secCurrent, options);
    const [first = '', second = '', third = ''] = ACCESSIONS;
    const old = [
      entry(second, '2026-03-04T16:08:00-05:00', 'Reporting'),
      entry(second, '2026-03-04T16:08:00-05:00', 'Issuer'),
      entry('0000000001-26-000009', '2026-03-04T16:07:45-05:00', 'Issuer', '424B2'),
      entry(first, '2026-03-04T16:07:30-05:00', 'Issuer'),
    ];
    server.answer(edgar(feed(...old)));
    expect(await bench.run()).toMatchObject({ outcome: 'done', read: 2, created: 2, error: null });
    const documents = () => server.requests.filter((path) => path.endsWith('.txt'));
    expect(documents()).toEqual(
      [first, second].map((one) => `/Archives/edgar/data/7/${one.replaceAll('-', '')}/${one}.txt`),
    );
    expect(server.headers[0]?.['user-agent']).toBe('alpha-data ann@example.com');
    expect(Math.min(...bench.env.waits)).toBeGreaterThanOrEqual(100);

    // Another one of the very second that was seen last.
    server.answer(edgar(feed(entry(third, '2026-03-04T16:08:00-05:00', 'Issuer'), ...old)));
    expect(await bench.run()).toMatchObject({ outcome: 'done', read: 1, created: 1 });
    expect(await bench.run()).toMatchObject({ outcome: 'done', read: 0 });
    expect(documents()).toHaveLength(3);
  });

  it('takes the newest of a feed that goes on for longer than it is read', async () => {
    await using server = await startProvider();
    const bench = benchOf(server, secCurrent, options);
    const other = (index: number) =>
      entry(
        `0000000002-26-${String(index).padStart(6, '0')}`,
        '2026-03-04T16:00:00-05:00',
        'Issuer',
        '424B2',
      );
    server.answer((request, response, url) => {
      const start = Number(url.searchParams.get('start'));
      const rest = Array.from({ length: 99 }, (_, index) => other(start + index));
      const [first = ''] = ACCESSIONS;
      const newest = start === 0 ? entry(first, '2026-03-04T16:07:30-05:00', 'Issuer') : other(start + 99);
      edgar(feed(newest, ...rest))(request, response, url);
    });
    expect(await bench.run()).toMatchObject({ outcome: 'done', created: 1, error: null, noted: {} });
    const { cursor } = bench.states.states.get('sec-current') ?? {};
    expect(cursor).toMatchObject({ updated: '2026-03-04T21:07:30.000Z' });
  });

  it('reports a document that is gone and goes on; one that fails holds the cursor', async () => {
    await using server = await startProvider();
    const bench = benchOf(server, secCurrent, options);
    const [first = '', second = ''] = ACCESSIONS;
    const form4 = feed(
      entry(second, '2026-03-04T16:08:00-05:00', 'Issuer'),
      entry(first, '2026-03-04T16:07:30-05:00', 'Issuer'),
    );
    server.answer((request, response, url) =>
      (url.pathname.includes(first) ? status(500) : edgar(form4))(request, response, url),
    );
    expect(await bench.run()).toMatchObject({ outcome: 'failed', read: 0 });
    expect(bench.states.states.get('sec-current')?.cursor).toEqual({});
    server.answer((request, response, url) =>
      (url.pathname.includes(first) ? status(404) : edgar(form4))(request, response, url),
    );
    expect(await bench.run()).toMatchObject({
      outcome: 'done',
      created: 1,
      rejected: { 'document not found': 1 },
    });
  });

  it('does not start without a contact', async () => {
    await using server = await startProvider();
    const { error } = await benchOf(server, secCurrent, { contact: null }).run();
    expect(error).toMatch(/^sec-current: set its "contact" in SOURCES_FILE/);
    expect(server.requests).toEqual([]);
  });
});

describeWithSharedData('the captured pages of EDGAR', 'insider', (folder) => {
  const read = (path: string) => readFileSync(join(folder, path));

  it('come to a filing each', async () => {
    await using server = await startProvider();
    const bench = benchOf(server, secCurrent, options);
    server.answer((request, response, url) => {
      const start = url.searchParams.get('start');
      if (url.searchParams.get('type') !== '4' || Number(start) > 100) {
        return edgar(feed())(request, response, url);
      }
      response.end(read(`sec-getcurrent/getcurrent_${Number(start) / 100}.atom.xml`));
    });
    const report = await bench.run();
    expect(report.error).toBeNull();
    const documents = server.requests.filter((path) => path.endsWith('.txt'));
    expect(new Set(documents).size).toBe(documents.length);
    expect(report.created).toBe(documents.length);
    expect(bench.states.states.get('sec-current')?.cursor.updated).toBe('2025-12-12T23:02:43.000Z');
  });

  it('list the filings of a person', async () => {
    await using server = await startProvider();
    const given = { ...options, ciks: ['1462356'], since: '2025-01-01' };
    const bench = benchOf(server, secSubmissions, given);
    server.answer((request, response, url) => {
      if (url.pathname.endsWith('.json'))
        return void response.end(read('sec-submissions/CIK0001462356.json'));
      edgar(feed())(request, response, url);
    });
    const report = await bench.run();
    expect(report).toMatchObject({ outcome: 'done', error: null });
    expect(server.requests[0]).toBe('/submissions/CIK0001462356.json');
    expect(server.requests[1]).toMatch(/^\/Archives\/edgar\/data\/1462356\/\d{18}\/[\d-]+\.txt$/);
    expect(report.created).toBe(server.requests.length - 1);
    expect(await bench.run()).toMatchObject({ read: 0, requests: 1 });
  });
});
