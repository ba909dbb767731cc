import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Accounts, createAccounts } from '../../src/core/accounts/accounts.ts';
import { createPasswords } from '../../src/core/accounts/passwords.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { createVisitor, PASSWORD, type Visitor } from '../support/visitor.ts';

const HOUR_MS = 3_600_000;
let app: TestApp;
let clock: TestClock;

beforeAll(async () => {
  clock = testClock();
  app = await startApp({}, { clock });
}, 600_000);
afterAll(() => app.stop(), 600_000);

const visitor = () => createVisitor(app.url);
const signIn = (one: Visitor, name: string, password = PASSWORD) =>
  one.ask('POST', 'sign-in', { name, password });

describe('limits', () => {
  /** The same accounts, with a hash that costs next to nothing. */
  const cheap = () =>
    createAccounts({
      store: app.services.accountStore,
      sessions: app.services.sessions,
      attempts: app.services.attempts,
      passwords: createPasswords({ ln: 4, r: 8, p: 1 }),
      clock,
    });
  const from = (network: string) => ({ network, sessionId: undefined });
  const outcome = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'in',
      (error) => error.code,
    );

  const guess = (accounts: Accounts, name: string, network: string, password = 'a wrong guess') =>
    outcome(accounts.signIn({ name, password }, from(network)));
  /** At most 50 at the same time: more would wait for the hash than may. */
  const guesses = async (accounts: Accounts, name: string, networks: readonly string[]) => {
    const outcomes: string[] = [];
    for (let at = 0; at < networks.length; at += 50) {
      const some = networks.slice(at, at + 50);
      outcomes.push(...(await Promise.all(some.map((network) => guess(accounts, name, network)))));
    }
    return outcomes;
  };
  const times = (count: number, outcome: string) => Array<string>(count).fill(outcome);
  /** So that no window ends within a test. */
  const nextHour = () => clock.advance(HOUR_MS - (clock.now().getTime() % HOUR_MS));

  test('ten wrong passwords from a network lock a name there, known or not, and nowhere else', async () => {
    nextHour();
    const accounts = cheap();
    await accounts.signUp({ name: 'guessed', password: PASSWORD }, from('home'));
    for (const name of ['guessed', 'unknown-name']) {
      const all = await guesses(accounts, name, times(12, 'attacker'));
      expect(all.toSorted()).toEqual([...times(2, 'RATE_LIMITED'), ...times(10, 'SIGN_IN_REFUSED')]);
    }
    expect(await guess(accounts, 'guessed', 'attacker', PASSWORD)).toBe('RATE_LIMITED');
    expect(await guess(accounts, 'guessed', 'home', PASSWORD)).toBe('in');
    expect(await guess(accounts, 'guessed', 'a new one', PASSWORD)).toBe('in');
    clock.advance(HOUR_MS / 4);
    expect(await guess(accounts, 'guessed', 'attacker', PASSWORD)).toBe('in');
  });

  test('a right password starts the count of its network anew', async () => {
    nextHour();
    const accounts = cheap();
    await accounts.signUp({ name: 'forgetful', password: PASSWORD }, from('home'));
    for (let round = 0; round < 2; round += 1) {
      expect(await guesses(accounts, 'forgetful', times(8, 'home'))).toEqual(times(8, 'SIGN_IN_REFUSED'));
      expect(await guess(accounts, 'forgetful', 'home', PASSWORD)).toBe('in');
    }
  });

  test('a hundred from many networks lock a name for an hour, but where it signed in before', async () => {
    nextHour();
    const accounts = cheap();
    await accounts.signUp({ name: 'famous', password: PASSWORD }, from('home'));
    const networks = Array.from({ length: 110 }, (_, n) => `bot ${n}`);
    for (const name of ['famous', 'famous-but-unknown']) {
      const all = await guesses(accounts, name, networks);
      expect(all.toSorted()).toEqual([...times(10, 'RATE_LIMITED'), ...times(100, 'SIGN_IN_REFUSED')]);
    }
    expect(await guess(accounts, 'famous', 'a new one', PASSWORD)).toBe('RATE_LIMITED');
    expect(await guess(accounts, 'famous', 'home', PASSWORD)).toBe('in');
    clock.advance(HOUR_MS);
    expect(await guess(accounts, 'famous', 'a new one', PASSWORD)).toBe('in');
    await guesses(accounts, 'famous', networks);
    expect(await guess(accounts, 'famous', 'a new one', PASSWORD)).toBe('in');
    clock.advance(30 * 24 * HOUR_MS);
    await guesses(accounts, 'famous', networks);
    expect(await guess(accounts, 'famous', 'a new one', PASSWORD)).toBe('RATE_LIMITED');
  });

  test('one network alone cannot lock a name elsewhere, however long it goes on', async () => {
    nextHour();
    const accounts = cheap();
    await accounts.signUp({ name: 'patient', password: PASSWORD }, from('home'));
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await guesses(accounts, 'patient', times(15, 'attacker'));
      expect(await guess(accounts, 'patient', `new in quarter ${quarter}`, PASSWORD)).toBe('in');
      if (quarter < 3) clock.advance(HOUR_MS / 4);
    }
  });

  test('who is signed in changes the password from any network, with ten tries', async () => {
    nextHour();
    const accounts = cheap();
    const { account } = await accounts.signUp({ name: 'mobile', password: PASSWORD }, from('home'));
    await guesses(
      accounts,
      'mobile',
      Array.from({ length: 100 }, (_, n) => `bot ${n}`),
    );
    const change = (n: number, current: string) =>
      outcome(accounts.changePassword(account, { current, next: 'another password' }, from(`train ${n}`)));
    const wrong = await Promise.all(Array.from({ length: 9 }, (_, n) => change(n, 'wrong')));
    expect(wrong).toEqual(times(9, 'SIGN_IN_REFUSED'));
    expect(await change(10, PASSWORD)).toBe('in');
    const again = await Promise.all(Array.from({ length: 11 }, (_, n) => change(n, 'wrong')));
    expect(again.toSorted()).toEqual(['RATE_LIMITED', ...times(10, 'SIGN_IN_REFUSED')]);
  });

  test('a reset by the operator ends them all', async () => {
    nextHour();
    const accounts = cheap();
    await accounts.signUp({ name: 'locked', password: PASSWORD }, from('home'));
    await guesses(accounts, 'locked', [
      ...times(11, 'home'),
      ...Array.from({ length: 100 }, (_, n) => `bot ${n}`),
    ]);
    expect(await guess(accounts, 'locked', 'home', PASSWORD)).toBe('RATE_LIMITED');
    const password = await accounts.resetPassword('locked');
    expect(await guess(accounts, 'locked', 'home', password)).toBe('in');
    expect(await guess(accounts, 'locked', 'a new one', password)).toBe('in');
  });

  test('are said with the time of the next try', async () => {
    nextHour();
    await guesses(cheap(), 'whose', times(10, '127.0.0.1'));
    const { status, headers, body } = await signIn(visitor(), 'whose', 'guess');
    expect([status, body.detail]).toEqual([429, expect.stringContaining('too many wrong passwords')]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    nextHour();
  });

  test('thirty sign-ins from one network, whatever the names; twenty new accounts an hour', async () => {
    const accounts = cheap();
    const attempt = (n: number) => accounts.signIn({ name: `name-${n}`, password: 'wrong' }, from('cafe'));
    const all = await Promise.all(Array.from({ length: 31 }, (_, n) => outcome(attempt(n))));
    expect(all.filter((code) => code === 'RATE_LIMITED')).toHaveLength(1);
    const create = (n: number) => accounts.signUp({ name: `new-${n}`, password: PASSWORD }, from('cafe'));
    const made = await Promise.all(Array.from({ length: 21 }, (_, n) => outcome(create(n))));
    expect(made.toSorted()).toEqual(['RATE_LIMITED', ...Array(20).fill('in')]);
    expect(await outcome(accounts.signUp({ name: 'elsewhere', password: PASSWORD }, from('home')))).toBe(
      'in',
    );
  });

  test('count for the network a request comes from', async () => {
    clock.advance(HOUR_MS);
    for (let n = 0; n < 30; n += 1) await app.services.attempts.reserve('signIn', '127.0.0.1');
    expect((await signIn(visitor(), 'whoever')).body.detail).toContain('too many sign-ins from your network');
    clock.advance(HOUR_MS);
  });

  test('hashes of parameters that are no longer those of new ones are made anew at the next sign-in', async () => {
    await cheap().signUp({ name: 'outdated', password: PASSWORD }, from('home'));
    const hashOf = async () => (await app.services.accounts.find('outdated')).passwordHash ?? '';
    expect(await hashOf()).toContain('ln=4');
    expect((await signIn(visitor(), 'outdated')).status).toBe(204);
    expect(await hashOf()).toContain('ln=15');
    expect((await signIn(visitor(), 'outdated')).status).toBe(204);
  });
});
