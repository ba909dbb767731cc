import type { Engine } from './engine.ts';

/** Every engine, each after those it derives from. */
export const engines: readonly Engine[] = [];
