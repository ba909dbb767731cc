import type { Called } from './calls.ts';
import { type CaseOptions, type CaseReport, type Figure, ratioOf } from './case.ts';
import { type Asked, type Loaded, measureLoad } from './load.ts';
import { inTurns, median, ratio, rounded, roundsOf } from './turns.ts';

/** A server and what it is asked over and over. */
export interface Contestant {
  readonly server: Called;
  readonly asked: Asked;
}

/** How contestants did against each other, by the medians over the rounds. */
export interface Standing<N extends string> {
  /** How often the CPU time of a request to `name` goes into that of one to `peer`. */
  cpu(name: N, peer: N, target?: number): Figure;
  /** Requests a second to `name` as a ratio to those to `peer`. */
  perSecond(name: N, peer: N, target?: number): Figure;
  readonly measured: CaseReport['measured'];
}

const CONNECTIONS = 16;

/** Puts all of them under the same load in turns. */
export async function contest<N extends string>(
  contestants: Readonly<Record<N, Contestant>>,
  options: CaseOptions,
): Promise<Standing<N>> {
  const names = Object.keys(contestants) as N[];
  const load = { connections: CONNECTIONS, ms: options.quick ? 200 : 1_000 };
  const turns = await inTurns(
    names,
    roundsOf(options),
    (name): Promise<Loaded> => measureLoad(contestants[name].server, contestants[name].asked, load),
  );
  const cpuUs = (name: N) => turns[name].map((turn) => turn.cpuUs);
  const perSecond = (name: N) => turns[name].map((turn) => turn.perSecond);
  return {
    cpu: (name, peer, target) => ratioOf(`${name} against ${peer}`, ratio(cpuUs(peer), cpuUs(name)), target),
    perSecond: (name, peer, target) =>
      ratioOf(`${name} against ${peer}, requests a second`, ratio(perSecond(name), perSecond(peer)), target),
    measured: names.map((name) => ({
      name,
      'CPU µs a request': rounded(median(cpuUs(name))),
      'requests a second': Math.round(median(perSecond(name))),
    })),
  };
}
