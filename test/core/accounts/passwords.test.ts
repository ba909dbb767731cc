import { expect, test } from 'vitest';
import { createPasswords } from '../../../src/core/accounts/passwords.ts';

const passwords = createPasswords({ ln: 10, r: 8, p: 1 });

test('a hash has its parameters and a salt of its own beside it, and no password', async () => {
  const [one, two] = await Promise.all([passwords.hash('hunter2hunter2'), passwords.hash('hunter2hunter2')]);
  expect(one).toMatch(/^\$scrypt\$ln=10,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await passwords.matches('hunter2hunter2', one)).toBe(true);
  expect(await passwords.matches('hunter2hunter3', one)).toBe(false);
  expect(await passwords.matches('', null)).toBe(false);
});

test('hashes are of scrypt: the vector of RFC 7914, section 12', async () => {
  const salt = Buffer.from('SodiumChloride').toString('base64').replace(/=+$/, '');
  const hash = Buffer.from(
    '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
    'hex',
  );
  const known = `$scrypt$ln=14,r=8,p=1$${salt}$${hash.toString('base64').replace(/=+$/, '')}`;
  expect(await passwords.matches('pleaseletmein', known)).toBe(true);
});

test('hashes of other parameters go on, and are seen to be outdated', async () => {
  const stronger = createPasswords({ ln: 11, r: 8, p: 2 });
  const old = await passwords.hash('correct horse');
  expect(await stronger.matches('correct horse', old)).toBe(true);
  expect(stronger.isOutdated(old)).toBe(true);
  expect(stronger.isOutdated(await stronger.hash('correct horse'))).toBe(false);
});

test('letters typed in different ways are one password', async () => {
  expect(await passwords.matches('Zu\u0308richberg', await passwords.hash('Z\u00fcrichberg'))).toBe(true);
});

test('no password at all takes as long as a wrong one; too many at once are turned away', async () => {
  const costly = createPasswords({ ln: 13, r: 8, p: 1 });
  const hash = await costly.hash('correct horse');
  const timeOf = async (known: string | null) => {
    const startedAt = performance.now();
    for (let n = 0; n < 4; n += 1) await costly.matches('wrong', known);
    return performance.now() - startedAt;
  };
  const ratio = (await timeOf(null)) / (await timeOf(hash));
  expect(ratio).toBeGreaterThan(0.3);
  expect(ratio).toBeLessThan(3);

  const all = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.hash('correct horse')));
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(80 - 66); // two at work, 64 waiting
  expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
});
