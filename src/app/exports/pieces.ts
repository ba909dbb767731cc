import type { TSchema } from 'typebox';
import type { ExportFormat, ExportPiece } from '../../core/read/exports.ts';
import type { WholeList } from '../../core/read/read-all.ts';
import type { Feed } from '../../feed/feed.ts';
import { toJsonRecord } from '../../feed/record.ts';
import { createEncoder } from '../../rest/formats/create-encoder.ts';

/**
 * A list as a file, piece by piece.
 * @param item JSON Schema of the rows.
 */
export async function* piecesOf(
  feed: Feed,
  { batches }: Pick<WholeList, 'batches'>,
  format: ExportFormat,
  item: TSchema,
): AsyncGenerator<ExportPiece> {
  const encoder = await createEncoder(format, item);
  let rows = 0;
  for await (const batch of batches) {
    const bytes = encoder.write(batch.map((record) => toJsonRecord(feed, record)));
    rows += batch.length;
    if (bytes.length > 0) yield { bytes, rows };
  }
  yield { bytes: encoder.end(), rows };
}
