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
  readonly remarks: string | null;
  /** The box of Rule 10b5-1(c); null in sets without the column. */
  readonly tradingPlan: boolean | null;
  readonly leftSection16: boolean | null;
  readonly period: number | null;
}

export interface JoinedFiling {
  readonly filing: SubmittedFiling;
  /** In the order of their table; none when no table names one. */
  readonly owners: readonly Owner[];
  /** As written, in the order of their table. */
  readonly signatures: readonly string[];
  /** Texts of footnotes by number; none in a set without FOOTNOTES. */
  readonly footnotes: ReadonlyMap<string, string>;
  /** Numbers of the footnotes that rows refer to. */
  readonly referred: readonly string[];
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
  addOwner(accession: string, owner: Owner): void;
  addSignature(accession: string, text: string): void;
  addFootnote(accession: string, id: string, text: string): void;
  /** Keeps that a row of the filing refers to a footnote. */
  addReference(accession: string, id: string): void;
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
    CREATE TABLE owner (accession TEXT, position INTEGER, body TEXT NOT NULL, PRIMARY KEY (accession, position)) WITHOUT ROWID;
    CREATE TABLE signature (accession TEXT, position INTEGER, body TEXT NOT NULL, PRIMARY KEY (accession, position)) WITHOUT ROWID;
    CREATE TABLE footnote (accession TEXT, id TEXT, body TEXT NOT NULL, PRIMARY KEY (accession, id)) WITHOUT ROWID;
    CREATE TABLE reference (accession TEXT, id TEXT, PRIMARY KEY (accession, id)) WITHOUT ROWID;
    CREATE TABLE line (accession TEXT, name TEXT, key INTEGER, PRIMARY KEY (accession, name, key)) WITHOUT ROWID`);
  const addFiling = database.prepare('INSERT INTO filing VALUES (?, ?) ON CONFLICT DO NOTHING');
  const addTo = (table: 'owner' | 'signature') =>
    database.prepare(`INSERT INTO ${table} SELECT ?1, count(*), ?2 FROM ${table} WHERE accession = ?1`);
  const addOwner = addTo('owner');
  const addSignature = addTo('signature');
  const addFootnote = database.prepare('INSERT INTO footnote VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const addReference = database.prepare('INSERT INTO reference VALUES (?, ?) ON CONFLICT DO NOTHING');
  const addLine = database.prepare('INSERT INTO line VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const find = database.prepare('SELECT body FROM filing WHERE accession = ?');
  const owners = database.prepare('SELECT body FROM owner WHERE accession = ? ORDER BY position');
  const signatures = database.prepare('SELECT body FROM signature WHERE accession = ? ORDER BY position');
  const footnotes = database.prepare('SELECT id, body FROM footnote WHERE accession = ?');
  const references = database.prepare('SELECT id FROM reference WHERE accession = ?');
  const linesBefore = database.prepare(
    'SELECT count(*) AS n FROM line WHERE accession = ? AND name = ? AND key < ?',
  );
  return {
    addFiling: (accession, filing) => addFiling.run(accession, JSON.stringify(filing)).changes === 1,
    addOwner: (accession, owner) => void addOwner.run(accession, JSON.stringify(owner)),
    addSignature: (accession, text) => void addSignature.run(accession, text),
    addFootnote: (accession, id, text) => void addFootnote.run(accession, id, text),
    addReference: (accession, id) => void addReference.run(accession, id),
    addLine: (accession, table, key) => void addLine.run(accession, table, key),
    find(accession) {
      const row = find.get(accession);
      if (row === undefined) return undefined;
      // Both were written above from these types.
      const filing = JSON.parse(String(row.body)) as SubmittedFiling | null;
      if (filing === null) return null;
      const texts = footnotes.all(accession).map(({ id, body }) => [String(id), String(body)] as const);
      return {
        filing,
        owners: owners.all(accession).map(({ body }) => JSON.parse(String(body)) as Owner),
        signatures: signatures.all(accession).map(({ body }) => String(body)),
        footnotes: new Map(texts),
        referred: references.all(accession).map(({ id }) => String(id)),
      };
    },
    linesBefore: (accession, table, key) => Number(linesBefore.get(accession, table, key)?.n),
    close: () => database.close(),
  };
}
