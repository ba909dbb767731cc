import { NONE } from './format.ts';

/** Stands where there is no value. */
export const None = () => <span class="none">{NONE}</span>;
