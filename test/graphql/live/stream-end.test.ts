import { expect, test } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { createStreamEnd, StreamFailed } from '../../../src/graphql/live/socket-sink.ts';

test('who leaves a stream that failed learns of what, for the log', async () => {
  const codes: (string | undefined)[] = [];
  const [failed, left] = [createStreamEnd(), createStreamEnd()];
  const next = failed.iterate((code) => codes.push(code)).next();
  failed.fail(new StreamFailed(new AppError('KEY_REVOKED', 'this API key was revoked'), null));
  await expect(next).rejects.toThrow('this API key was revoked');
  await left.iterate((code) => codes.push(code)).return(undefined);
  expect(codes).toEqual(['KEY_REVOKED', undefined]);
});

test('who leaves a stream before it looks at it does not learn that it failed', async () => {
  const failed = createStreamEnd();
  failed.fail(new StreamFailed(new AppError('RATE_LIMITED', 'the units of the day are used up'), null));
  const codes: (string | undefined)[] = [];
  await failed.iterate((code) => codes.push(code)).return(undefined);
  expect(codes).toEqual([undefined]);
});
