import type { Asset } from '../data/state.ts';
import { Figure, toneOf } from '../ui/figure.tsx';
import { count, fineMoney, fineNet, money } from '../ui/format.ts';
import { usePageState } from '../ui/page-context.tsx';
import { Ago } from '../ui/time.tsx';

/** What insiders bought against what they sold, over two windows, and whether several bought together. */
export function InsiderFlow() {
  const asset = usePageState((state) => state.asset);
  if (!asset) return null;
  const { days30, days90 } = asset.insiderWindows;
  return (
    <div class="body flows">
      <Flow title="30 days" window={days30} />
      <Flow title="90 days" window={days90} />
      {asset.insiderClusters?.map(({ insiderCount, totalValue, detectedAt }) => (
        <p key={detectedAt} class="cluster">
          <b>{count(insiderCount)} insiders</b> bought together,{' '}
          <Figure value={totalValue} format={money} unit=" USD" /> (<Ago time={detectedAt} />)
        </p>
      ))}
    </div>
  );
}

/** Whether insiders traded within its windows, or these could not be read. */
export const hasFlow = ({ insiderWindows: { days30, days90 } }: Asset): boolean =>
  [days30, days90].some((window) => window === null || window.buyValue !== 0 || window.sellValue !== 0);

interface Window {
  readonly buyValue: number;
  readonly sellValue: number;
}

function Flow({ title, window }: { readonly title: string; readonly window: Window | null }) {
  if (!window) return <p class="message">The last {title} cannot be read right now.</p>;
  const { buyValue, sellValue } = window;
  const net = fineNet(buyValue, sellValue);
  const all = buyValue + sellValue;
  return (
    <div class="flow">
      <h3>{title}</h3>
      <p class={toneOf(net)}>
        net <Figure value={net} format={fineMoney} unit=" USD" />
      </p>
      <span class="balance" aria-hidden="true">
        <span style={{ transform: `scaleX(${all === 0 ? 0.5 : buyValue / all})` }} />
      </span>
      <p class="ends">
        <span>
          bought <Figure value={buyValue} format={fineMoney} unit=" USD" />
        </span>
        <span>
          sold <Figure value={sellValue} format={fineMoney} unit=" USD" />
        </span>
      </p>
    </div>
  );
}
