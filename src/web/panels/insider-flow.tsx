import type { Asset } from '../data/state.ts';
import { Figure, toneOf } from '../ui/figure.tsx';
import { count, filingDay, fineMoney, fineNet } from '../ui/format.ts';
import { usePageState } from '../ui/page-context.tsx';
import { useSeenDays } from '../ui/seen-days.ts';
import { Day } from '../ui/time.tsx';

/**
 * What insiders bought against what they sold, in 30 and in 90 days, and whether several bought together. A key that sees fewer than
 * 30 days has one sum, and does not see when a cluster began.
 */
export function InsiderFlow() {
  const asset = usePageState((state) => state.asset);
  const seenOf30 = useSeenDays(30);
  const seenOf90 = useSeenDays(90);
  if (!asset) return null;
  const { days30, days90 } = asset.insiderWindows;
  const isCut = seenOf30 !== null;
  return (
    <div class="body flows">
      <Flow title={titleOf(30, seenOf30)} window={days30} />
      {!isCut && <Flow title={titleOf(90, seenOf90)} window={days90} />}
      {asset.insiderClusters?.map(({ insiderCount, totalValue, detectedAt }) => (
        <p key={detectedAt} class="cluster">
          <b>{count(insiderCount)} insiders</b> bought together,{' '}
          <Figure value={totalValue} format={fineMoney} unit=" USD" />
          {!isCut && (
            <>
              {' '}
              (filed <Day of={filingDay(detectedAt)} />)
            </>
          )}
        </p>
      ))}
    </div>
  );
}

const titleOf = (days: number, seen: number | null): string =>
  seen === null ? `${days} days` : `${seen} of ${days} days`;

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
