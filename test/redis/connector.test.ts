import type { LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { sharedLookup } from '../../src/redis/connector.ts';

test('a name is looked up once for all who ask meanwhile, and anew after that', () => {
  const asked: Parameters<LookupFunction>[2][] = [];
  const lookup = sharedLookup((_host, _options, done) => void asked.push(done));
  const answers: unknown[] = [];
  const ask = (host: string) =>
    lookup(host, { all: false }, (error, address) => void answers.push(error?.message ?? address));

  for (let attempt = 0; attempt < 20; attempt += 1) ask('redis');
  ask('other');
  expect(asked).toHaveLength(2);
  asked[0]?.(new Error('timed out') as NodeJS.ErrnoException, '', 4);
  expect(answers).toEqual(new Array(20).fill('timed out'));
  ask('redis');
  expect(asked).toHaveLength(3);
  asked[2]?.(null, '127.0.0.1', 4);
  expect(answers.at(-1)).toBe('127.0.0.1');
});
