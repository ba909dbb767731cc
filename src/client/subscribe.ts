import { AlphaError } from './alpha-error.ts';
import { delay } from './delay.ts';
import { type TypedDocument, textOf } from './document.ts';
import type { Socket } from './socket.ts';
import { faultOf, type StreamFault } from './stream-fault.ts';

/** The members of an event that a stream needs to go on behind it; others as the document selects them. */
export interface StreamEvent {
  readonly kind: 'CREATED' | 'UPDATED' | 'REMOVED' | 'HEARTBEAT' | 'RESYNC';
  readonly cursor: string;
}

export interface SubscribeOptions {
  /** Cursor to go on behind: the `liveCursor` of a page, or the `cursor` of an event. From now on unless given. */
  readonly after?: string | null | undefined;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
}

/** The variable a document must have for its stream to go on after a drop. */
interface ResumeVariable {
  readonly after?: string | null | undefined;
}

export interface Subscribe {
  /**
   * Events as they happen. After a drop the stream goes on behind the last event, with nothing lost and nothing twice;
   * where that was too long ago a `RESYNC` says so. Throws `AlphaError` when it cannot be opened, the key or its units
   * come to an end, or the connection is lost before there is any cursor to go on from.
   * @param document a subscription to one feed `($after: String)` that selects `kind` and `cursor`.
   */
  <Data extends Readonly<Record<string, StreamEvent>>, Variables extends ResumeVariable>(
    document: TypedDocument<Data, Variables>,
    variables: Omit<Variables, 'after'>,
    options?: SubscribeOptions,
  ): AsyncGenerator<Data[keyof Data], void, undefined>;
  <Event extends StreamEvent = StreamEvent>(
    document: string,
    variables?: object,
    options?: SubscribeOptions,
  ): AsyncGenerator<Event, void, undefined>;
}

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
/** With the waits between them these outlast the half minute in which a server notices that a client is gone, and a minute's units. */
const BRIEF_ATTEMPTS = 6;

export function createSubscribe(socket: Socket): Subscribe {
  async function* subscribe(
    document: string | TypedDocument<never, never>,
    variables: object = {},
    { after, signal }: SubscribeOptions = {},
  ): AsyncGenerator<StreamEvent, void, undefined> {
    const query = await textOf(document);
    if (!/\$after\b/.test(query))
      throw new TypeError('the subscription needs ($after: String) to go on after a drop');
    // Kept up to date, for after a close without fault graphql-ws asks again by itself.
    const resuming = { ...variables, after: after ?? (variables as ResumeVariable).after ?? null };
    let failures = 0;
    /** Whether the server has taken the stream: what it refuses from the first is not asked for again. */
    let wasTaken = false;
    while (!signal?.aborted) {
      const events = socket.iterate<Readonly<Record<string, StreamEvent>>>({ query, variables: resuming });
      const stop = () => void events.return?.();
      signal?.addEventListener('abort', stop);
      let fault: StreamFault = COMPLETED;
      try {
        for await (const { data, errors } of events) {
          if (errors) throw errors; // behind the last good event this one comes again, whole
          const event = Object.values(data ?? {})[0];
          if (typeof event?.cursor !== 'string')
            throw new TypeError('the subscription must select kind and cursor');
          resuming.after = event.cursor;
          failures = 0;
          wasTaken = true;
          yield event;
        }
      } catch (thrown) {
        fault = faultOf(thrown);
      } finally {
        signal?.removeEventListener('abort', stop);
        stop(); // after a drop too, or graphql-ws would keep the next socket open for it
      }
      if (signal?.aborted) return;
      failures += 1;
      const { error, resume } = fault;
      const isLost = resume === 'always' && socket.hasConnected();
      wasTaken ||= isLost;
      const goesOn = isLost || (resume === 'briefly' && wasTaken && failures <= BRIEF_ATTEMPTS);
      if (!goesOn || resuming.after === null) throw endedAt(resuming.after, error);
      await delay(Math.max(waitOf(failures), 1000 * (error.retryAfter ?? 0)), signal);
    }
  }
  return subscribe as Subscribe; // the overloads say what of this belongs together
}

/** A server that stops may say so before it closes. */
const COMPLETED: StreamFault = {
  error: new AlphaError('UNREACHABLE', 'the server ended the stream'),
  resume: 'always',
};

/** Doubles with every failure, and spreads clients that a server lost all at once. */
function waitOf(failures: number): number {
  const full = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  return full * (0.5 + Math.random() / 2);
}

function endedAt(cursor: string | null, error: AlphaError): AlphaError {
  const { code, message, requestId, retryAfter, param } = error;
  return new AlphaError(code, message, { requestId, retryAfter, param, cursor }, error);
}
