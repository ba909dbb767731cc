/**
 * Readers who take far less than there is, each on a socket of its own: run as a process, so that what they cost is not
 * taken for what they do to others. Arguments: URL, key, number of readers, subscription, cursor. Goes on until killed.
 * Says on a line of its own how a reader was cut off, by the close code. With the end of the input the first of them read
 * all there is, and learn how they were.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { subscribe } from './live-reader.ts';

const [url = '', key = '', count = '0', query = '', start = ''] = process.argv.slice(2);
/** A socket is read from for a moment, and then left alone for so long. */
const REST_MS = 3_000;
/** So many come to their senses. */
const FIRST = 20;

let isOver = false;
process.stdin.resume().once('end', () => {
  isOver = true;
});

async function read(index: number): Promise<never> {
  for (let after = start; ; ) {
    let isResting = false;
    const client = subscribe('WebSocket', url, key, { query, variables: { after } });
    try {
      for await (const { data } of client.results) {
        after = (data as { signals: { cursor: string } }).signals.cursor;
        if (isResting || (isOver && index < FIRST)) continue;
        isResting = true;
        client.hold();
        setTimeout(
          () => {
            isResting = false;
            client.release();
          },
          REST_MS * (0.5 + Math.random()),
        );
      }
    } catch (ended) {
      console.info((ended as { readonly code?: number }).code ?? String(ended));
    }
    await wait(REST_MS * Math.random());
  }
}

for (let index = 0; index < Number(count); index += 1) {
  void read(index);
  if (index % 50 === 49) await wait(50);
}
