import { sessionOf } from '../feed/trading-day.ts';
import { isTradingDay } from '../feed/us-calendar.ts';
import { DAY, isoDay } from './time.ts';

const WEEK = 7 * DAY;
/** 1970-01-04 was a Sunday. No session goes on over a midnight in UTC between two weeks. */
const FIRST_SUNDAY = 3 * DAY;
/** How much of a week's moves happens while the exchange has a session: stocks move little between a close and the next open. */
const IN_SESSIONS = 0.8;

interface Week {
  readonly startMs: number;
  readonly sessions: readonly { readonly openMs: number; readonly closeMs: number }[];
  /** How long its sessions last together. */
  readonly openMs: number;
}

// What it holds follows from the week alone: asked for with every price, made once.
const byWeek = new Map<number, Week>();

/**
 * The moment at which prices of stocks are on their walk, in ms: it goes fast through sessions and slowly through nights, weekends and
 * holidays, and a week of it is a week.
 */
export function stockClock(ms: number): number {
  const { startMs, sessions, openMs } = weekOf(ms);
  let open = 0;
  for (const session of sessions) open += Math.max(0, Math.min(ms, session.closeMs) - session.openMs);
  const closed = ms - startMs - open;
  return startMs + WEEK * (IN_SESSIONS * (open / openMs) + (1 - IN_SESSIONS) * (closed / (WEEK - openMs)));
}

/** The last moment up to one at which the exchange had a session. */
export function lastTradedMs(ms: number): number {
  const { startMs, sessions } = weekOf(ms);
  const begun = sessions.findLast(({ openMs }) => openMs <= ms);
  return begun ? Math.min(ms, begun.closeMs) : lastTradedMs(startMs - 1);
}

function weekOf(ms: number): Week {
  const startMs = Math.floor((ms - FIRST_SUNDAY) / WEEK) * WEEK + FIRST_SUNDAY;
  const week = byWeek.get(startMs) ?? weekFrom(startMs);
  byWeek.set(startMs, week);
  return week;
}

function weekFrom(startMs: number): Week {
  const sessions = Array.from({ length: 7 }, (_, day) => startMs + day * DAY)
    .filter(isTradingDay)
    .map((midnight) => sessionOf(isoDay(midnight), null))
    .map(({ openAt, closeAt }) => ({ openMs: openAt.getTime(), closeMs: closeAt.getTime() }));
  const openMs = sessions.reduce((sum, session) => sum + session.closeMs - session.openMs, 0);
  return { startMs, sessions, openMs };
}
