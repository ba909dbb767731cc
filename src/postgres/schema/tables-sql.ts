import type { Feed } from '../../feed/feed.ts';
import { migrations } from './migrations/index.ts';
import { commentsSql } from './table.ts';

/** The whole schema as text: every migration in order, then the descriptions of the feeds' tables. */
export function tablesSql(feeds: readonly Feed[]): string {
  const steps = Object.entries(migrations).map(([name, sql]) => `-- ${name}\n\n${sql.trim()}\n`);
  const comments = feeds.flatMap(commentsSql).map((comment) => `${comment};\n`);
  return [...steps, `-- Descriptions\n\n${comments.join('')}`].join('\n');
}
