import type { Start } from '../calls.ts';
import { type Figure, reported } from '../case.ts';
import { median } from '../turns.ts';
import { createAsk, newQuestion, type Question } from './ask.ts';
import { startService } from './process.ts';

const WARM_QUESTIONS = 150;

/** The first answers after a start, beside later ones to questions that are as new. */
export async function measureColdStart(start: Start, starts: number): Promise<readonly Figure[]> {
  const cold = { rest: [] as number[], graphql: [] as number[] };
  const warm = { rest: [] as number[], graphql: [] as number[] };
  for (let nth = 0; nth < starts; nth += 1) {
    const server = await startService(start);
    const { ask, close } = createAsk(server, 1);
    const time = async (question: Question) => {
      const startedAt = performance.now();
      await ask(question);
      return performance.now() - startedAt;
    };
    try {
      cold.rest.push(await time(newQuestion(0)));
      cold.graphql.push(await time(newQuestion(1)));
      for (let n = 1; n <= WARM_QUESTIONS; n += 1) {
        const [rest, graphql] = [await time(newQuestion(3 * n)), await time(newQuestion(3 * n + 1))];
        if (n <= WARM_QUESTIONS / 2) continue; // still getting warm
        warm.rest.push(rest);
        warm.graphql.push(graphql);
      }
    } finally {
      close();
      await server.stop();
    }
  }
  return [
    reported('first REST answer after a start', median(cold.rest), 'ms'),
    reported('first REST answer to a later one', median(cold.rest) / median(warm.rest), 'ratio'),
    reported('first GraphQL answer after a start', median(cold.graphql), 'ms'),
    reported('first GraphQL answer to a later one', median(cold.graphql) / median(warm.graphql), 'ratio'),
  ];
}
