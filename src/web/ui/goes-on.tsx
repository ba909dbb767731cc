import { useEffect, useState } from 'preact/hooks';
import { now } from '../clock.ts';

const SECOND_MS = 1_000;
const LONG_MS = 5 * 60_000;

/** Counts down to when the page goes on by itself, or to `what` else. Screen readers hear the moment once, not every second. */
export function GoesOn({ at, what = 'Goes on' }: { readonly at: number; readonly what?: string }) {
  const [ms, setMs] = useState(at - now());
  useEffect(() => {
    const tick = () => setMs(at - now());
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [at]);
  const moment = `${new Date(at).toISOString().slice(11, 16)} UTC`;
  if (ms > LONG_MS)
    return (
      <b class="goes-on">
        {what} at {moment}.
      </b>
    );
  return (
    <b class="goes-on">
      <span class="unseen">
        {what} at {moment}.
      </span>
      <span aria-hidden="true">
        {what} in {Math.max(0, Math.ceil(ms / SECOND_MS))} s.
      </span>
    </b>
  );
}
