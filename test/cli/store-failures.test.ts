import { DatabaseError } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import type { Cli } from '../../src/cli/context.ts';
import { runCli } from '../../src/cli/program.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['25006', 'cannot execute INSERT in a read-only transaction', 'the store takes no writes right now'],
  ['53100', 'could not extend file: No space left on device', 'the store takes no writes right now'],
  ['57P03', 'the database system is starting up', 'the store cannot be reached right now'],
])('a command that the store fails with %s says so in one line', async (code, message, words) => {
  const error = Object.assign(new DatabaseError(message, 0, 'error'), { code });
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const cli: Partial<Cli> = {
    version: '0.0.0',
    formats: [],
    providers: [],
    readConfig: () => ({}) as ReturnType<Cli['readConfig']>, // handed to the next one alone
    openServices: () => Promise.reject(error),
  };
  expect(await runCli(['keys', 'list'], cli as Cli)).toBe(1);
  expect(written).toEqual([`error: ${words} (${message}); try again later\n`]);
});
