import { DatabaseSync } from 'node:sqlite';
import type { Issuer, Line, Owner } from './transaction-record.ts';

/** What SUBMISSION says of a filing. */
export interface SubmittedFiling {
  readonly form: string;
  /** Times in ms; a day is its start in UTC. */
  readonly filedOn: number;
  readonly availableAt: number;
  readonly amendsFiledOn: number | null;
  readonly issuer: Issuer;
  readonly titleInRemarks: string | null;
}

export interface JoinedFiling {
  readonly filing: SubmittedFiling;
  /** Null when no table names one. */
  readonly owner: Owner | null;
}

/** Which of the two transaction tables: the first part of a `Line`. */
export type LineTable = Line extends `${infer Table extends 'nd' | 'd'}${number}` ? Table : never;

/**
 * What transactions need of the tables read before them. The SEC promises no order, and the set of 2024 Q3 has none
 * (no table is sorted, DERIV_TRANS does not even keep a filing together), so nothing short of a look-up by accession
 * number joins them.
 */
export interface FilingJoin {
  /** Keeps a filing, null for one that was rejected. False when the number is taken; then the first one stays. */
  addFiling(accession: string, filing: SubmittedFiling | null): boolean;
  /** Keeps an owner. False when the filing has one; then the first one stays. */
  addOwner(accession: string, owner: Owner): boolean;
  replaceOwner(accession: string, owner: Owner): void;
  addLine(accession: string, table: LineTable, key: number): void;
  /** Undefined when there is no such filing, null when it was rejected. */
  find(accession: string): JoinedFiling | null | undefined;
  /** How many lines of the filing's table have a smaller key. */
  linesBefore(accession: string, table: LineTable, key: number): number;
  /** Gives the disk space back. */
  close(): void;
}

/**
 * Keeps everything in a private temporary database, some 400 bytes a filing: the file has no name, so it goes with the
 * process even when that is killed. Memory is its page cache, whatever the size of the set.
 */
export function openFilingJoin(): FilingJoin {
  const database = new DatabaseSync('');
  database.exec(`
    PRAGMA cache_size = -8192; -- KiB
    PRAGMA journal_mode = OFF;
    BEGIN;
    CREATE TABLE filing (accession TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE owner (accession TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE line (accession TEXT, name TEXT, key INTEGER, PRIMARY KEY (accession, name, key)) WITHOUT ROWID`);
  const addFiling = database.prepare('INSERT INTO filing VALUES (?, ?) ON CONFLICT DO NOTHING');
  const addOwner = database.prepare('INSERT INTO owner VALUES (?, ?) ON CONFLICT DO NOTHING');
  const replaceOwner = database.prepare('REPLACE INTO owner VALUES (?, ?)');
  const addLine = database.prepare('INSERT INTO line VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const find = database.prepare(
    'SELECT filing.body AS filing, owner.body AS owner FROM filing LEFT JOIN owner USING (accession) WHERE accession = ?',
  );
  const linesBefore = database.prepare(
    'SELECT count(*) AS n FROM line WHERE accession = ? AND name = ? AND key < ?',
  );
  return {
    addFiling: (accession, filing) => addFiling.run(accession, JSON.stringify(filing)).changes === 1,
    addOwner: (accession, owner) => addOwner.run(accession, JSON.stringify(owner)).changes === 1,
    replaceOwner: (accession, owner) => void replaceOwner.run(accession, JSON.stringify(owner)),
    addLine: (accession, table, key) => void addLine.run(accession, table, key),
    find(accession) {
      const row = find.get(accession);
      if (row === undefined) return undefined;
      // Both were written above from these types.
      const filing = JSON.parse(String(row.filing)) as SubmittedFiling | null;
      const owner = row.owner === null ? null : (JSON.parse(String(row.owner)) as Owner);
      return filing === null ? null : { filing, owner };
    },
    linesBefore: (accession, table, key) => Number(linesBefore.get(accession, table, key)?.n),
    close: () => database.close(),
  };
}
