import { type PolledEvents, rowsIn } from './alert-calls.ts';
import type { AnswerMessage, Received } from './alert-endpoint.ts';
import { bodyOf, noContent } from './alert-endpoint.ts';

/** How an endpoint of the crowd behaves. */
export type Behaviour = 'healthy' | 'slow' | 'failing' | 'redirecting' | 'hanging' | 'gone';

/** How many of the fifty behave how. */
export const CROWD: Readonly<Record<Behaviour, number>> = {
  healthy: 30,
  slow: 10,
  failing: 5,
  redirecting: 2,
  hanging: 2,
  gone: 1,
};

/** One endpoint: a path of the server. */
export interface Member {
  readonly path: string;
  readonly behaviour: Behaviour;
  readonly messages: Received[];
  /** When the last message came, by `performance.now()`. */
  lastAt: number;
}

export interface Crowd {
  readonly members: readonly Member[];
  readonly answer: AnswerMessage;
}

/** @param isFailing whether the failing ones still do, by how many messages they have got. */
export function createCrowd(slowMs: number, isFailing: (messages: number) => boolean): Crowd {
  const behaviours = Object.entries(CROWD).flatMap(([behaviour, count]) =>
    Array.from({ length: count }, () => behaviour as Behaviour),
  );
  const members = behaviours.map(
    (behaviour, index): Member => ({ path: `/${index}`, behaviour, messages: [], lastAt: 0 }),
  );
  const byPath = new Map(members.map((member) => [member.path, member]));
  const answers: Readonly<Record<Behaviour, (member: Member) => AnswerMessage>> = {
    healthy: () => noContent,
    slow: () => (message, response) => void setTimeout(() => noContent(message, response), slowMs),
    failing:
      ({ messages }) =>
      (message, response) =>
        isFailing(messages.length) ? void response.writeHead(503).end() : noContent(message, response),
    redirecting: () => (_message, response) => void response.writeHead(302, { location: '/0' }).end(),
    hanging: () => () => undefined,
    gone: () => (_message, response) => void response.writeHead(410).end(),
  };
  return {
    members,
    answer(message, response) {
      const member = byPath.get(message.path);
      if (!member) throw new Error(`nobody is at ${message.path}`);
      member.messages.push(message);
      member.lastAt = performance.now();
      answers[member.behaviour](member)(message, response);
    },
  };
}

/** The messages of a member, each id once, in the order in which they came first. Throws when two of one id differ. */
export function distinct(messages: readonly Received[]): readonly Received[] {
  const first = new Map<string, Received>();
  for (const message of messages) {
    const known = first.get(message.id);
    if (known === undefined) first.set(message.id, message);
    else if (idsOf(known).join() !== idsOf(message).join())
      throw new Error(`${message.id} came with other events`);
  }
  return [...first.values()];
}

/** Rows of a message, in their order. Read once: a large run looks at them again and again. */
export function idsOf(message: Received): readonly string[] {
  const known = read.get(message);
  if (known) return known;
  const ids = rowsIn(bodyOf(message).data.events as PolledEvents['events']).map(String); // of the same document
  read.set(message, ids);
  return ids;
}

const read = new WeakMap<Received, readonly string[]>();
