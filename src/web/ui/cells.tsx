import { Fragment } from 'preact';
import { assetPath } from '../data/asset-path.ts';
import { ARROWS } from './figure.tsx';
import { words } from './format.ts';
import { None } from './none.tsx';
import type { Tone } from './tone.ts';

/** A symbol that leads to its page; `kind` says which of a company and a coin of the same letters it is. */
export function Ticker({ symbol, kind }: { readonly symbol: string | null; readonly kind: string | null }) {
  if (symbol === null) return <None />;
  return (
    <a class="ticker" href={assetPath(symbol, kind)}>
      {symbol}
    </a>
  );
}

const TONES: Readonly<Record<string, Tone>> = { LONG: 'up', BUY: 'up', SHORT: 'down', SELL: 'down' };

/** LONG and BUY against SHORT and SELL: arrow, word and colour; a phone has no room for the arrow. */
export function Side({ side }: { readonly side: string }) {
  const tone = TONES[side] ?? 'flat';
  return (
    <span class={tone}>
      <span class="arrow" aria-hidden="true">
        {ARROWS[tone]}
      </span>
      <span class="side-word">{words(side.toLowerCase())}</span>
    </span>
  );
}

/** Longer ones than this do not fit on a line of a phone beside figures. */
const LONG_WORD = 16;
/**
 * Within `DemoQuietDrift_ETH_4h`: before a capital that follows a small letter, and after what joins words. A length of bars at the end
 * stays with what it is of.
 */
const JOINTS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[_\-/])(?!\d+[a-z]$)/;

/** What is read as one: a day with what follows it, `2026-12-11?`, and a shortened address, `0xde30…fd88`. */
const ONE = /(\d{4}-\d{2}-\d{2}\S*|\b0x\w+…\w+)/;

/** A name whose long words break at their joints, not within a part, and its days and addresses nowhere. */
export function Name({ value }: { readonly value: string }) {
  const parts = value.split(ONE);
  if (parts.length > 1)
    return (
      <>
        {parts.map((part, n) =>
          n % 2 === 1 ? (
            <span key={n} class="unbroken">
              {part}
            </span>
          ) : (
            <Name key={n} value={part} />
          ),
        )}
      </>
    );
  if (!value.split(' ').some((word) => word.length > LONG_WORD)) return <>{value}</>;
  const [first, ...others] = value.split(JOINTS);
  return (
    <>
      {first}
      {others.map((part, n) => (
        <Fragment key={n}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** Text that may be cut off; whole on hover. `href`: where it leads. */
export function Text({
  value,
  more,
  href,
}: {
  readonly value: string | null;
  readonly more?: string | null;
  readonly href?: string | undefined;
}) {
  if (!value) return <None />;
  const title = more ? `${value} · ${more}` : value;
  const text = (
    <>
      <Name value={value} />
      {more ? <span class="more"> {more}</span> : null}
    </>
  );
  if (href === undefined) return <span title={title}>{text}</span>;
  return (
    <a class="name" title={title} href={href}>
      {text}
    </a>
  );
}
