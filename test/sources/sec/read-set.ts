/** Reads the set of a folder as a process of its own; prints its records and the most memory it took while they came. */
import { secTsv } from '../../../src/sources/sec/sec-tsv.ts';

let records = 0;
let rss = 0;
for await (const item of secTsv.read([process.argv[2] ?? ''], {})) {
  if (item.kind !== 'record') continue;
  if (records % 1_000 === 0) rss = Math.max(rss, process.memoryUsage.rss());
  records += 1;
}
console.log(JSON.stringify({ records, rss }));
