import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { toAppError } from '../../src/http/response/to-app-error.ts';

/** What PostgreSQL's driver rejects with. */
function databaseError(code: string): DatabaseError {
  const error = new DatabaseError(`could not extend file "base/5/16401"`, 0, 'error');
  error.code = code;
  return error;
}

describe('errors of a store that is away, refuses writes or is too busy', () => {
  it.each([
    ['53100', 'disk full'],
    ['53200', 'out of memory'],
    ['53000', 'insufficient resources'],
    ['53400', 'configuration limit exceeded'],
    ['25006', 'read-only transaction'],
    ['42501', 'read-only file system'],
    ['58030', 'I/O error'],
    ['58000', 'system error'],
  ])('%s (%s) is 503 with Retry-After', (code) => {
    const error = toAppError(databaseError(code));
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: 'the store takes no writes right now' });
    expect(error.details.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  });

  it.each([
    ['55P03', 'lock timeout'],
    ['57014', 'statement timeout'],
    ['25P03', 'idle in transaction'],
    ['25P04', 'transaction timeout'],
    ['40P01', 'deadlock'],
    ['40001', 'serialization failure'],
  ])('%s (%s) is 503 as well', (code) => {
    expect(toAppError(databaseError(code))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it.each(['08006', '53300', '57P01', '57P03'])('%s still is a store that cannot be reached', (code) => {
    expect(toAppError(databaseError(code)).message).toBe('the store cannot be reached right now');
  });

  it.each(['23505', '22003', '42P01', 'XX000', '54000'])('%s stays a fault of ours', (code) => {
    expect(toAppError(databaseError(code)).code).toBe('INTERNAL');
  });

  it('finds it below other errors', () => {
    const error = new Error('reading failed', { cause: databaseError('53100') });
    expect(toAppError(error)).toMatchObject({ code: 'UNAVAILABLE' });
  });
});
