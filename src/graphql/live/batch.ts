import type { Positions } from '../../core/live/follow-all.ts';

/** Where a stream stands behind a frame. */
export interface Place {
  readonly cursor: string;
  readonly positions: Positions;
}

/** An event as it goes to every subscriber of a group: executed once, and serialised once. */
export interface Frame extends Place {
  /** The result of the operation for this event, as JSON. */
  readonly payload: Buffer;
  /** What it counts, in objects. */
  readonly objects: number;
}

/** Frames that go out together, at least one. The same object for all subscribers. */
export interface Batch {
  readonly frames: readonly Frame[];
  /** Behind the last frame. Nothing that is as large as frames are: streams remember it. */
  readonly end: Place;
  /** Of all payloads. */
  readonly bytes: number;
  readonly objects: number;
  /** The frames as WebSockets send them: made by the first that does, for all. */
  messages: readonly Buffer[] | null;
  /** As server-sent events, likewise. */
  events: EventText | null;
}

/** Text of server-sent events, and the same as a chunk of HTTP/1.1. */
export interface EventText {
  readonly text: Buffer;
  readonly chunk: Buffer;
}

/** Null when there are no frames. */
export function batchOf(frames: readonly Frame[]): Batch | null {
  const last = frames.at(-1);
  if (!last) return null;
  let bytes = 0;
  let objects = 0;
  for (const frame of frames) {
    bytes += frame.payload.length;
    objects += frame.objects;
  }
  const { cursor, positions } = last;
  return { frames, end: { cursor, positions }, bytes, objects, messages: null, events: null };
}
