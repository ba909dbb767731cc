import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { alertCalls, type ShownAlert, WHALES } from '../../support/alert-calls.ts';
import { LOOPBACK_ENDPOINTS, openAlertEndpoint } from '../../support/alert-endpoint.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import {
  linkIn,
  type MailServer,
  mailSettings,
  openMailServer,
  type ReceivedMail,
} from '../../support/mail-server.ts';
import { sampleRecords } from '../../support/records.ts';
import { UNMETERED } from '../../support/tiers.ts';

let app: TestApp;
let server: MailServer;
const records = sampleRecords(whaleActivity, 100);
let written = 0;
/** From now to noon (UTC): no digest is due while the tests run. */
const noonMs = new Date(Date.now()).setUTCHours(12, 0, 0, 0) - Date.now();

beforeAll(async () => {
  server = await openMailServer();
  const clock = { now: () => new Date(Date.now() + noonMs) };
  app = await startApp(
    { ...LOOPBACK_ENDPOINTS, ...mailSettings(server) },
    { clock, alertTimes: { plan: [50, 50, 50], mailSpacingMs: 0 } },
  );
}, 600_000);
afterAll(async () => {
  await app?.stop();
  await server?.close();
}, 600_000);

/** An account of its own. */
const newCalls = async (tier = UNMETERED.id) => alertCalls(app, await app.issue(tier));
const write = async (count: number) => {
  await app.services.ingest.write(whaleActivity, records.slice(written, written + count));
  written += count;
};
const mailsTo = (address: string): readonly ReceivedMail[] =>
  server.mails.filter(({ to }) => to.includes(address));
const waitForMails = async (address: string, count: number): Promise<readonly ReceivedMail[]> => {
  await expect.poll(() => mailsTo(address).length).toBeGreaterThanOrEqual(count);
  return mailsTo(address);
};
const last = (address: string): ReceivedMail => mailsTo(address).at(-1) ?? expect.fail('no mail');
const byMail = (address: string, more: object = {}) => ({
  format: 'email',
  url: `mailto:${address}`,
  ...more,
});
/** Makes an alert, and confirms it as its reader. */
const confirmed = async (calls: ReturnType<typeof alertCalls>, address: string, more: object = {}) => {
  const { id } = await calls.create(byMail(address, more));
  const response = await fetch(linkIn(last(address), 'confirm', app.url), { method: 'POST' });
  expect(response.status).toBe(200);
  return id;
};

describe('an alert by e-mail', () => {
  test('asks its address first, and sends nothing before it was confirmed', async () => {
    const calls = await newCalls();
    const made = await calls.create(byMail('Ann@Example.COM', { name: 'Visit evil.example' }));
    expect(made).toMatchObject({
      url: 'mailto:Ann@example.com',
      state: 'paused',
      reason: 'unconfirmed',
      last_error: expect.stringContaining('confirms'),
    });
    const [question] = await waitForMails('Ann@example.com', 1);
    if (!question) throw new Error('no question');
    expect(question.text).not.toContain('evil'); // the text of a stranger reaches nobody who has not asked for it
    expect(question.headers.get('auto-submitted')).toBe('auto-generated');
    await write(3);
    expect((await calls.call('POST', `/${made.id}/test`)).body).toMatchObject({ status: 409 });

    const link = linkIn(question, 'confirm', app.url);
    const page = await fetch(link);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await page.text()).toContain('<form method="post">');
    expect((await calls.find(made.id)).state).toBe('paused'); // a program that only looks confirms nothing
    const answer = await fetch(link, { method: 'POST', body: new URLSearchParams() });
    expect(await answer.text()).toContain(
      'Confirmed. Mails of the alert <b>Visit evil.example</b> go to <b>Ann@example.com</b> from now on.',
    );
    expect(await calls.find(made.id)).toMatchObject({ state: 'active', reason: null });

    const [, events] = await waitForMails('Ann@example.com', 2);
    expect(events?.headers.get('subject')).toBe('Visit evil.example: 3 events');
    expect(events?.text.match(/^• created: /gm)).toHaveLength(3);
    expect(events?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect((await calls.deliveries(made.id))[0]).toMatchObject({
      outcome: 'delivered',
      status: 250,
      events: 3,
    });
  });

  test('is stopped by its reader with one click, for good', async () => {
    const calls = await newCalls();
    const id = await confirmed(calls, 'bob@example.com');
    await write(1);
    const [, mail] = await waitForMails('bob@example.com', 2);
    if (!mail) throw new Error('no mail');
    const stop = linkIn(mail, 'stop', app.url);
    expect(mail.headers.get('list-unsubscribe')).toContain(new URL(stop).search);
    const clicked = await fetch(stop, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(await clicked.text()).toContain(
      'Stopped. No more mails of the alert <b>whales</b> go to <b>bob@example.com</b>.',
    );
    expect(await calls.find(id)).toMatchObject({ state: 'paused', reason: 'unsubscribed' });
    // Its owner can only ask again.
    const resumed = await calls.call<ShownAlert>('PATCH', `/${id}`, { state: 'active' });
    expect(resumed.body).toMatchObject({ state: 'paused', reason: 'unconfirmed' });
    expect(last('bob@example.com').headers.get('subject')).toBe('Confirm an alert by e-mail');
  });

  test('that goes elsewhere is confirmed there, and links of the former address are void', async () => {
    const calls = await newCalls();
    const id = await confirmed(calls, 'one@example.com');
    const former = linkIn(last('one@example.com'), 'confirm', app.url);
    const moved = await calls.call<ShownAlert>('PATCH', `/${id}`, { url: 'mailto:two@example.com' });
    expect(moved.body).toMatchObject({ state: 'paused', reason: 'unconfirmed' });
    expect((await fetch(former, { method: 'POST' })).status).toBe(404);
    const renamed = await calls.call<ShownAlert>('PATCH', `/${id}`, { name: 'other' });
    expect(renamed.body.reason).toBe('unconfirmed');
    expect(mailsTo('two@example.com')).toHaveLength(1); // another name asks nobody
    // Paused and resumed, it is no more confirmed than before.
    await calls.call('PATCH', `/${id}`, { state: 'paused' });
    const resumed = await calls.call<ShownAlert>('PATCH', `/${id}`, { state: 'active' });
    expect(resumed.body).toMatchObject({ state: 'paused', reason: 'unconfirmed' });
    // To a program it goes without asking anybody.
    const endpoint = await openAlertEndpoint();
    const posted = await calls.call<ShownAlert>('PATCH', `/${id}`, { format: 'standard', url: endpoint.url });
    expect(posted.body).toMatchObject({ state: 'active', reason: null });
    await endpoint.close();
  });

  test('asks an address five times a day, whoever wants it', async () => {
    const address = 'asked@example.com';
    for (const spelling of ['asked', 'ASKED', 'asked+1', 'asked+2', 'Asked+x+y'])
      await (await newCalls()).create(byMail(`${spelling}@example.com`));
    const sixth = await (await newCalls()).call('POST', '', { name: 'x', query: WHALES, ...byMail(address) });
    expect(sixth.body).toMatchObject({ status: 429, detail: expect.stringContaining('ask this address') });
    expect(server.mails.filter(({ to }) => /^asked/i.test(to[0] ?? ''))).toHaveLength(5);
  });

  test('says of a mailbox that was busy when it was asked that this passes', async () => {
    const calls = await newCalls();
    server.answer = (address) => (address === 'busy@example.com' ? 451 : null);
    const { id, last_error } = await calls.create(byMail('busy@example.com'));
    expect(last_error).toBe(
      'the mail server cannot take mails for this address just now (451); resume the alert to ask again',
    );
    server.answer = () => null;
    await calls.call('PATCH', `/${id}`, { state: 'active' });
    expect(last('busy@example.com').headers.get('subject')).toBe('Confirm an alert by e-mail');
  });

  test('tries again where the mailbox is busy, and stops where there is none', async () => {
    const calls = await newCalls();
    const id = await confirmed(calls, 'cy@example.com');
    const statuses = [451, 451];
    server.answer = (address) => (address === 'cy@example.com' ? (statuses.shift() ?? null) : null);
    await write(1);
    await waitForMails('cy@example.com', 2);
    await expect.poll(async () => (await calls.deliveries(id)).length).toBe(3);
    const tries = await calls.deliveries(id);
    expect(tries.map(({ outcome, status }) => [outcome, status])).toEqual([
      ['delivered', 250],
      ['failed', 451],
      ['failed', 451],
    ]);
    expect(new Set(tries.map(({ message_id }) => message_id)).size).toBe(1);
    expect(last('cy@example.com').headers.get('message-id')).toBe(`<${tries[0]?.message_id}@alpha.example>`);

    server.answer = (address) => (address === 'cy@example.com' ? 550 : null);
    await write(1);
    await expect.poll(async () => (await calls.find(id)).state).toBe('disabled');
    expect(await calls.find(id)).toMatchObject({
      reason: 'gone',
      last_error: expect.stringContaining('550'),
    });
    server.answer = () => null;
  });

  test('waits as a digest until its hour or day is over', async () => {
    const calls = await newCalls();
    const id = await confirmed(calls, 'dee@example.com', { digest: 'daily' });
    await write(2);
    await expect.poll(async () => (await calls.find(id)).next_try_at).toMatch(/T00:00:00\.000Z$/);
    const waiting = await calls.find(id);
    expect(waiting.last_error).toBe(null); // that is no failure
    expect(mailsTo('dee@example.com')).toHaveLength(1);
    await calls.call('PATCH', `/${id}`, { digest: 'none' });
    const [, mail] = await waitForMails('dee@example.com', 2);
    expect(mail?.headers.get('subject')).toContain('2 events');
  });

  test('takes one address, and nothing that is none', async () => {
    const calls = await newCalls();
    const tried = async (body: object) =>
      (await calls.call('POST', '', { name: 'x', query: WHALES, ...body })).body;
    for (const url of [
      ...[null, 'ann@example.com', 'https://example.com/', 'mailto:', 'mailto:ann', 'mailto:ann@localhost'],
      ...['mailto:ann@example.com,bob@example.com', 'mailto:ann@example.com?cc=bob@example.com'],
      ...[
        'mailto:ann@example.com%0abcc:bob@example.com',
        'mailto:"ann"@example.com',
        'mailto:ann@exa mple.com',
      ],
      ...['mailto:ann@example.com\r\nBcc: bob@example.com', `mailto:${'a'.repeat(65)}@example.com`],
    ])
      expect(await tried({ format: 'email', url }), String(url)).toMatchObject({
        status: 400,
        code: 'INVALID_PARAMETER',
        param: 'url',
      });
    expect(await tried({ format: 'standard', url: 'mailto:ann@example.com' })).toMatchObject({
      param: 'format',
      detail: expect.stringContaining('email'),
    });
    expect(await tried({ format: 'standard', digest: 'daily' })).toMatchObject({ param: 'digest' });
    expect(await tried(byMail('ann@example.com', { digest: 'weekly' }))).toMatchObject({
      param: 'digest',
      detail: expect.stringContaining('none, hourly, daily'),
    });
  });

  test('by links that this server has not made does nothing', async () => {
    await (await newCalls()).create(byMail('eve@example.com'));
    const link = linkIn(last('eve@example.com'), 'confirm', app.url);
    const { searchParams } = new URL(link);
    const token = searchParams.get('token') ?? '';
    for (const [path, status] of [
      [`/alerts/stop?token=${token}`, 404],
      [`/alerts/confirm?token=${token.slice(0, -2)}xx`, 404],
      ['/alerts/confirm?token=x', 404],
      ['/alerts/confirm', 400],
    ] as const)
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(app.url + path, { method });
        expect(answer.status, `${method} ${path}`).toBe(status);
        const text = await answer.text();
        expect(text).toContain('<h1>This did not work</h1>'); // people open it
        expect(text).toMatch(/<div>[A-Z][^<]*\.<\/div>/); // whole sentences
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      }
  });
});

test('a server without a mail server says so', async () => {
  const other = await startApp();
  const calls = alertCalls(other, other.key);
  const { body } = await calls.call('POST', '', { name: 'x', query: WHALES, ...byMail('ann@example.com') });
  expect(body).toMatchObject({ param: 'format', detail: expect.stringContaining('SMTP_URL') });
  expect((await fetch(`${other.url}/alerts/confirm?token=x`)).status).toBe(404);
  await other.stop();
});
