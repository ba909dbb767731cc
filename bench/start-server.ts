import type { Address, Called, Start } from './calls.ts';
import type { Contestant } from './contest.ts';
import { ask, type Question } from './questions.ts';

/** A server that listens. */
export interface StartedServer {
  readonly server: Called;
  readonly address: Address;
  asked(question: Question): Contestant;
}

/** Starts one of the programs in this folder, by its path without ending. */
export async function startServer(
  start: Start,
  path: string,
  ...args: readonly string[]
): Promise<StartedServer> {
  const server = start(new URL(`./${path}.ts`, import.meta.url), ...args);
  const address = await server.call<Address>('address');
  return { server, address, asked: (question) => ({ server, asked: ask(question, address) }) };
}
