import { createStore } from '../data/store.ts';

/** Events that a marker of the chart stands for, by id: the list shows them open. */
export const selection = createStore<readonly string[]>([]);
