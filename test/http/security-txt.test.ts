import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let silent: TestApp;
beforeAll(async () => {
  const clock = testClock('2026-03-14T15:30:00Z');
  const env = { CONTACT_URL: 'mailto:data@example.com', PUBLIC_URL: 'https://api.example.com/alpha' };
  [app, silent] = [await startApp(env, { clock }), await startApp()];
}, 600_000);
afterAll(async () => {
  await app?.stop();
  await silent?.stop();
}, 600_000);

const PATH = '/.well-known/security.txt';

test('security.txt says whom to tell, until when, and where it is', async () => {
  const response = await app.get(PATH);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await response.text()).toBe(
    [
      'Contact: mailto:data@example.com',
      'Expires: 2026-09-10T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://api.example.com/alpha/.well-known/security.txt',
      'Policy: https://api.example.com/alpha/guides/security',
      '',
    ].join('\n'),
  );
});

test('without a contact there is none, and it says what is missing', async () => {
  const response = await silent.get(PATH);
  expect(response.status).toBe(404);
  expect((await response.json()).detail).toBe('the operator of this server gave no contact (CONTACT_URL)');
});
