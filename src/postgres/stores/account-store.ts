import { sql } from 'kysely';
import type {
  AccountRecord,
  AccountStore,
  AttemptStore,
  SessionStore,
} from '../../core/accounts/account-ports.ts';
import type { Database } from '../connection/database.ts';
import { instant } from '../schema/column.ts';

interface AccountRow extends Omit<AccountRecord, 'identity'> {
  readonly issuer: string | null;
  readonly subject: string | null;
}

const COLUMNS = sql`a.id, a.name, a.password_hash AS "passwordHash", a.issuer, a.subject, a.created_at AS "createdAt"`;

/** Accounts in the table `account`. */
export function createAccountStore(db: Database): AccountStore {
  const first = async (where: ReturnType<typeof sql>) => {
    const rows = await db.run(sql<AccountRow>`SELECT ${COLUMNS} FROM account a WHERE ${where}`);
    return recordOf(rows[0]);
  };
  return {
    async insert({ id, name, passwordHash, identity, createdAt }) {
      const rows = await db.run(sql`
        INSERT INTO account (id, name, password_hash, issuer, subject, created_at)
        VALUES (${id}, ${name}, ${passwordHash}, ${identity?.issuer ?? null}, ${identity?.subject ?? null}, ${instant(createdAt)})
        ON CONFLICT DO NOTHING RETURNING id`);
      return rows.length > 0;
    },
    find: (id) => first(sql`a.id = ${id}`),
    findByName: (name) => first(sql`a.name = ${name} AND a.password_hash IS NOT NULL`),
    findByIdentity: ({ issuer, subject }) => first(sql`a.issuer = ${issuer} AND a.subject = ${subject}`),
    async setPassword(id, passwordHash) {
      await db.run(sql`UPDATE account SET password_hash = ${passwordHash} WHERE id = ${id}`);
    },
    async list() {
      const rows = await db.run(
        sql<AccountRow>`SELECT ${COLUMNS} FROM account a ORDER BY a.created_at, a.id`,
      );
      return rows.flatMap((row) => recordOf(row) ?? []);
    },
  };
}

/** Sessions in the table `account_session`. */
export function createSessionStore(db: Database): SessionStore {
  return {
    async insert({ idHash, account, at, expiresAt }) {
      await db.run(sql`
        INSERT INTO account_session (id_hash, account, created_at, expires_at)
        VALUES (${idHash}, ${account}, ${instant(at)}, ${instant(expiresAt)})`);
      await db.run(sql`
        DELETE FROM account_session WHERE id_hash IN (
          SELECT id_hash FROM account_session WHERE expires_at <= ${instant(at)} FOR UPDATE SKIP LOCKED)`);
    },
    async find(idHash, at) {
      const rows = await db.run(sql<AccountRow>`
        SELECT ${COLUMNS} FROM account_session s JOIN account a ON a.id = s.account
        WHERE s.id_hash = ${idHash} AND s.expires_at > ${instant(at)}`);
      return recordOf(rows[0]);
    },
    async remove(idHash) {
      await db.run(sql`DELETE FROM account_session WHERE id_hash = ${idHash}`);
    },
    async removeAllOf(account) {
      await db.run(sql`DELETE FROM account_session WHERE account = ${account}`);
    },
  };
}

/** Counts in the table `account_attempt`. */
export function createAttemptStore(db: Database): AttemptStore {
  return {
    async count(what, endsAt, at) {
      const rows = await db.run(sql<{ attempts: number }>`
        INSERT INTO account_attempt AS counted (what, ends_at, attempts) VALUES (${what}, ${instant(endsAt)}, 1)
        ON CONFLICT (what) DO UPDATE SET ends_at = excluded.ends_at,
          attempts = CASE WHEN counted.ends_at = excluded.ends_at THEN counted.attempts + 1 ELSE 1 END
        RETURNING attempts`);
      await db.run(sql`
        DELETE FROM account_attempt WHERE what IN (
          SELECT what FROM account_attempt WHERE ends_at <= ${instant(at)} FOR UPDATE SKIP LOCKED)`);
      return rows[0]?.attempts ?? 1;
    },
    async isCounting(what, at) {
      const rows = await db.run(
        sql`SELECT FROM account_attempt WHERE what = ${what} AND ends_at > ${instant(at)}`,
      );
      return rows.length > 0;
    },
    async forget(what) {
      await db.run(sql`DELETE FROM account_attempt WHERE what = ${what}`);
    },
    async forgetAll(start) {
      await db.run(sql`DELETE FROM account_attempt WHERE starts_with(what, ${start})`);
    },
  };
}

function recordOf(row: AccountRow | undefined): AccountRecord | null {
  if (!row) return null;
  const { issuer, subject, ...rest } = row;
  return { ...rest, identity: issuer === null || subject === null ? null : { issuer, subject } };
}
