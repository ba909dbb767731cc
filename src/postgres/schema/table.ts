import type { RawBuilder } from 'kysely';
import { type Feed, sortableLeaves } from '../../feed/feed.ts';
import { compileText } from '../connection/database.ts';
import { columnType, isNullableColumn, lapseOf, sortKey } from './column.ts';
import { hasVersions, historyOf, historySql, REVISION_COLUMNS } from './history-table.ts';

/**
 * The table of a feed as its declaration wants it: one typed column a field, an index for each order and for the
 * asset's rows in default order; behind it the table of its history. Migrations hold its text as it was when they were written; a test compares the
 * migrated table with what this says today.
 */
export function tableSql(feed: Feed): readonly string[] {
  const columns = feed.leaves.map(
    (leaf) => `  "${leaf.name}" ${columnType(leaf)}${isNullableColumn(leaf) ? '' : ' NOT NULL'}`,
  );
  columns.push(`  ${REVISION_COLUMNS.recordedSince}`);
  if (hasVersions(feed)) columns.push(`  ${REVISION_COLUMNS.knownSince}`);
  columns.push(`  PRIMARY KEY ("${feed.key.name}")`);
  return [
    `CREATE TABLE "${feed.table}" (\n${columns.join(',\n')}\n)`,
    ...indexesSql(feed),
    ...historySql(feed),
    `INSERT INTO feed_head (feed) VALUES ('${feed.module}')`,
  ];
}

/** Descriptions of the declaration as comments of the table and its columns. */
export function commentsSql(feed: Feed): readonly string[] {
  return [
    comment(`TABLE "${feed.table}"`, feed.description),
    ...feed.leaves.map((leaf) => comment(`COLUMN "${feed.table}"."${leaf.name}"`, leaf.field.description)),
    comment(`TABLE "${historyOf(feed)}"`, `What rows of ${feed.table} said before.`),
  ];
}

function indexesSql(feed: Feed): string[] {
  const key = `"${feed.key.name}" DESC`;
  const orders = sortableLeaves(feed).filter((leaf) => leaf !== feed.key);
  const indexes = orders.map(
    (leaf) =>
      `CREATE INDEX "${feed.table}_by_${leaf.name}" ON "${feed.table}" (${expression(sortKey(leaf))} DESC, ${key})`,
  );
  if (feed.shelfLife) {
    const lapse = expression(lapseOf(feed.shelfLife.until));
    indexes.push(`CREATE INDEX "${feed.table}_by_lapse" ON "${feed.table}" (${lapse})`);
  }
  if (!feed.asset) return indexes;
  const order = expression(sortKey(feed.order.field));
  return [
    ...indexes,
    `CREATE INDEX "${feed.table}_by_asset" ON "${feed.table}" ("${feed.asset.key.name}", ${order} DESC, ${key})`,
  ];
}

function expression(key: RawBuilder<unknown>): string {
  const text = compileText(key);
  return text.startsWith('"') ? text : `(${text})`;
}

function comment(on: string, text: string): string {
  return `COMMENT ON ${on} IS '${text.replaceAll("'", "''")}'`;
}
