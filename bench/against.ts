/**
 * The command behind `npm run bench:against -- <checkout>`: this tree beside another one, a version before for instance, with
 * its dependencies installed. Both serve the same rows on the same store, in turns; a ratio above 1 means that this tree needs
 * less CPU for a request.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Address, withProcesses } from './calls.ts';
import { contest } from './contest.ts';
import { ask, type Question, recordAnswer } from './questions.ts';

const [other, rounds = '11'] = process.argv.slice(2);
if (other === undefined) throw new Error('name the other checkout: npm run bench:against -- ../before');
const before = pathToFileURL(`${resolve(other)}/bench/`);
const WAYS: readonly { readonly question: Question; readonly store: 'store' | 'memory' }[] = [
  { question: 'rest', store: 'store' },
  { question: 'graphql', store: 'store' },
  { question: 'graphql miss', store: 'memory' },
  { question: 'graphql miss', store: 'store' },
];

await withProcesses(async (start) => {
  const open = async (base: string | URL, ...args: readonly string[]) => {
    const server = start(new URL('servers/service.ts', base), ...args);
    const address = await server.call<Address>('address');
    return (question: Question) => ({ server, asked: ask(question, address) });
  };
  const servers = {
    store: [await open(import.meta.url), await open(before)],
    memory: [await open(import.meta.url, 'memory'), await open(before, 'memory')],
  };
  for (const { question, store } of WAYS) {
    const [ours, theirs] = servers[store].map((asked) => asked(question));
    if (!ours || !theirs) throw new Error('there are two of each');
    for (const { asked } of [ours, theirs]) await recordAnswer(asked);
    const { cpu, perSecond, measured } = await contest(
      { after: ours, before: theirs },
      { rounds: Number(rounds), queries: 0, sockets: [], quick: false },
    );
    console.log(
      `${question} (${store})`,
      cpu('after', 'before').value,
      perSecond('after', 'before').value,
      measured,
    );
  }
});
