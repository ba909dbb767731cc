import { DatabaseSync } from 'node:sqlite';
import { TABLES, type TableName } from './form345-set.ts';

/** A line of a table. */
export interface TableLine {
  /** `line 20`: where in the file. */
  readonly at: string;
  /** As it came, without its end. */
  readonly text: string;
}

/** The lines of one filing in all tables, each in the order of its table. */
export interface FilingLines {
  readonly accession: string;
  readonly tables: ReadonlyMap<TableName, readonly TableLine[]>;
}

/** Brings the lines of the tables together by filing. The SEC promises no order, and the set of 2024 Q3 has none. */
export interface FilingSorter {
  add(accession: string, table: TableName, line: TableLine): void;
  /** By accession number. To be asked for once, when all lines are in. */
  filings(): Iterable<FilingLines>;
  /** Gives the disk space back. */
  close(): void;
}

/**
 * Keeps the lines in a private temporary database: the file has no name, so it goes with the process even when that is killed.
 * Memory is its page cache, whatever the size of the set.
 */
export function openFilingSorter(): FilingSorter {
  const database = new DatabaseSync('');
  database.exec(`
    PRAGMA cache_size = -8192; -- KiB
    PRAGMA journal_mode = OFF;
    BEGIN;
    CREATE TABLE line (accession TEXT, name INTEGER, position INTEGER, at TEXT, body TEXT NOT NULL,
      PRIMARY KEY (accession, name, position)) WITHOUT ROWID`);
  const add = database.prepare('INSERT INTO line VALUES (?, ?, ?, ?, ?)');
  const all = database.prepare(
    'SELECT accession, name, at, body FROM line ORDER BY accession, name, position',
  );
  let position = 0;
  return {
    add(accession, table, { at, text }) {
      position += 1;
      add.run(accession, TABLES.indexOf(table), position, at, text);
    },
    *filings() {
      let accession = '';
      let tables = new Map<TableName, TableLine[]>();
      for (const row of all.iterate()) {
        if (row.accession !== accession && tables.size > 0) {
          yield { accession, tables };
          tables = new Map();
        }
        accession = String(row.accession);
        const table = TABLES[Number(row.name)] as TableName; // as it was added
        const lines = tables.get(table) ?? [];
        tables.set(table, lines);
        lines.push({ at: String(row.at), text: String(row.body) });
      }
      if (tables.size > 0) yield { accession, tables };
    },
    close: () => database.close(),
  };
}
