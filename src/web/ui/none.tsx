import { NONE } from './format.ts';

/** Stands where there is no value. `why`: on hover. */
export const None = ({ why }: { readonly why?: string }) => (
  <span class="none" title={why}>
    {NONE}
  </span>
);
