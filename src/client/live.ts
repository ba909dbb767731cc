import { AlphaError } from './alpha-error.ts';
import { delay } from './delay.ts';
import type { Answer } from './graph.ts';
import type { StreamEvent } from './subscribe.ts';

export interface LiveOptions<Data, Event extends StreamEvent> {
  /** Reads the page, which selects `liveCursor`. */
  readonly page: () => Promise<Answer<Data>>;
  /** Finds the cursor in it. */
  readonly cursor: (data: Data) => string | null;
  /** Follows what happens after the page. */
  readonly events: (after: string) => AsyncIterable<Event>;
}

/** A page to start from, which replaces all there was before; or what happened since. */
export type LiveUpdate<Data, Event> =
  | { readonly kind: 'PAGE'; readonly page: Answer<Data> }
  | { readonly kind: 'EVENT'; readonly event: Event };

/** Before a page is read again behind which nothing came: each costs what it costs. */
const PAUSE_MS = 1_000;

/** A page, then what happens to it, and the page anew where events were passed over: nothing is missed in between. */
export async function* live<Data, Event extends StreamEvent>({
  page,
  cursor,
  events,
}: LiveOptions<Data, Event>): AsyncGenerator<LiveUpdate<Data, Event>, void, undefined> {
  for (let isCurrent = false; !isCurrent; ) {
    const answer = await page();
    const after = cursor(answer.data);
    if (after === null) throw new AlphaError('UNAVAILABLE', 'the page came without a liveCursor');
    yield { kind: 'PAGE', page: answer };
    isCurrent = true;
    let isFirst = true;
    for await (const event of events(after)) {
      isCurrent = event.kind !== 'RESYNC';
      if (!isCurrent) break;
      isFirst = false;
      yield { kind: 'EVENT', event };
    }
    if (!isCurrent && isFirst) await delay(PAUSE_MS);
  }
}
