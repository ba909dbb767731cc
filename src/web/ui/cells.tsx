import { ARROWS, type Tone } from './figure.tsx';
import { words } from './format.ts';
import { None } from './none.tsx';

/** A symbol that leads to its page. */
export function Ticker({ symbol }: { readonly symbol: string | null }) {
  if (symbol === null) return <None />;
  return (
    <a class="ticker" href={`/asset/${encodeURIComponent(symbol)}`}>
      {symbol}
    </a>
  );
}

const TONES: Readonly<Record<string, Tone>> = { LONG: 'up', BUY: 'up', SHORT: 'down', SELL: 'down' };

/** LONG and BUY against SHORT and SELL: arrow, word and colour. */
export function Side({ side }: { readonly side: string }) {
  const tone = TONES[side] ?? 'flat';
  return (
    <span class={tone}>
      <span class="arrow" aria-hidden="true">
        {ARROWS[tone]}
      </span>
      {words(side.toLowerCase())}
    </span>
  );
}

/** Text that may be cut off; whole on hover. */
export function Text({ value, more }: { readonly value: string | null; readonly more?: string | null }) {
  if (!value) return <None />;
  return (
    <span title={more ? `${value} · ${more}` : value}>
      {value}
      {more ? <span class="more"> {more}</span> : null}
    </span>
  );
}
