import { withProcesses } from './calls.ts';
import type { BenchCase } from './case.ts';
import { contest } from './contest.ts';
import { recordAnswer } from './questions.ts';
import { startServer } from './start-server.ts';

/**
 * What a question costs that nobody asked before: with keys, quotas and costs here, without them elsewhere, over the
 * same schema and resolvers, which read from memory or from the same store. PostGraphile has a graph of its own.
 */
export const misses: BenchCase = {
  name: 'misses',
  needsPeers: true,
  run: (options) =>
    withProcesses(async (start) => {
      const store = await startServer(start, 'servers/service'); // first: it makes the store
      const [memory, mercurius, mercuriusOfMemory, keyed, yoga, apollo, postgraphile] = await Promise.all([
        startServer(start, 'servers/service', 'memory'),
        startServer(start, 'peers/mercurius'),
        startServer(start, 'peers/mercurius', 'memory'),
        startServer(start, 'peers/mercurius', 'memory', 'keyed'),
        startServer(start, 'servers/yoga'),
        startServer(start, 'peers/apollo'),
        startServer(start, 'peers/postgraphile'),
      ]);
      const contestants = {
        'GraphQL miss from memory': memory.asked('graphql miss'),
        'Mercurius with jit from memory': mercuriusOfMemory.asked('graphql miss'),
        'Mercurius with jit, keys and quotas, from memory': keyed.asked('graphql miss'),
        'Yoga as shipped from memory': yoga.asked('graphql miss'),
        'Apollo Server from memory': apollo.asked('graphql miss'),
        'GraphQL miss': store.asked('graphql miss'),
        'Mercurius with jit': mercurius.asked('graphql miss'),
        PostGraphile: postgraphile.asked('postgraphile'),
      };
      await keyed.server.call('repeat', { rest: await recordAnswer(memory.asked('graphql miss').asked) });
      for (const { asked } of Object.values(contestants)) await recordAnswer(asked); // all of them answer with rows
      const { cpu, measured } = await contest(contestants, options);
      return {
        measured,
        figures: [
          cpu('GraphQL miss from memory', 'Mercurius with jit from memory', 1),
          cpu('GraphQL miss from memory', 'Mercurius with jit, keys and quotas, from memory'),
          cpu('GraphQL miss', 'Mercurius with jit', 1),
          cpu('GraphQL miss from memory', 'Yoga as shipped from memory'),
          cpu('GraphQL miss from memory', 'Apollo Server from memory'),
          cpu('GraphQL miss', 'PostGraphile'),
        ],
      };
    }),
};
