import { withProcesses } from './calls.ts';
import type { BenchCase } from './case.ts';
import { contest } from './contest.ts';
import { recordAnswer } from './questions.ts';
import { startServer } from './start-server.ts';

/** What an answer from memory costs, against servers that send the same bytes and against Yoga as shipped. */
export const hits: BenchCase = {
  name: 'hits',
  needsPeers: false,
  run: (options) =>
    withProcesses(async (start) => {
      const service = await startServer(start, 'servers/service'); // first: it makes the store
      const [yoga, bare, keyed, fastify] = await Promise.all([
        startServer(start, 'servers/yoga'),
        startServer(start, 'servers/bare'),
        startServer(start, 'servers/bare', 'keyed'),
        startServer(start, 'servers/fastify'),
      ]);
      const recorded = {
        rest: await recordAnswer(service.asked('rest').asked),
        graphql: await recordAnswer(service.asked('graphql').asked),
      };
      for (const { server } of [bare, keyed, fastify]) await server.call('repeat', recorded);
      const { cpu, measured } = await contest(
        {
          'REST hit': service.asked('rest'),
          'bare node:http': bare.asked('rest'),
          'node:http with keys and quotas': keyed.asked('rest'),
          'Fastify with keys and quotas': fastify.asked('rest'),
          'GraphQL hit': service.asked('graphql'),
          'bytes found by the body': bare.asked('graphql'),
          'bytes found by the body, with keys and quotas': keyed.asked('graphql'),
          'Yoga as shipped': yoga.asked('graphql'),
        },
        options,
      );
      return {
        measured,
        figures: [
          cpu('REST hit', 'bare node:http', 0.82),
          cpu('REST hit', 'node:http with keys and quotas'),
          cpu('REST hit', 'Fastify with keys and quotas'),
          cpu('GraphQL hit', 'bytes found by the body, with keys and quotas', 0.78),
          cpu('GraphQL hit', 'bytes found by the body'),
          cpu('GraphQL hit', 'Yoga as shipped', 16),
        ],
      };
    }),
};
