import type { LivePosition } from '../../core/live/live-cursors.ts';

/** An event as it goes to every subscriber of a group: executed once, and serialised once. */
export interface Frame {
  /** The result of the operation for this event, as JSON. */
  readonly payload: Buffer;
  readonly cursor: string;
  readonly position: LivePosition;
  /** What it counts, in objects. */
  readonly objects: number;
}

/** Frames that go out together, at least one. The same object for all subscribers. */
export interface Batch {
  readonly frames: readonly Frame[];
  /** Where a stream stands behind it. */
  readonly position: LivePosition;
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
  return { frames, position: last.position, bytes, objects, messages: null, events: null };
}
