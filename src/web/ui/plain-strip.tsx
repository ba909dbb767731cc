import type { ComponentChildren } from 'preact';
import { IS_SIMULATED } from '../data/session.ts';

/** The line under the header of a page that shows nothing of the market. */
export const PlainStrip = ({ children }: { readonly children: ComponentChildren }) => (
  <p>
    <span class="said">
      {IS_SIMULATED && <SimulatedTag />}
      {children}
    </span>
  </p>
);

/** Every page says that none of it is real; the bar of `src/pages/site-bar.ts` says it in the same words. */
export const SimulatedTag = () => <span class="tag">Simulated market</span>;
