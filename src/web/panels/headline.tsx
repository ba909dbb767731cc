import type { ComponentChildren } from 'preact';
import { assetPath } from '../ui/cells.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { price, score, words } from '../ui/format.ts';
import { useFeed, usePageState } from '../ui/page-context.tsx';

/** Name, price and score of the symbol. */
export function Headline({ symbol }: { readonly symbol: string }) {
  const asset = usePageState((state) => state.asset);
  const { rows } = useFeed('outperformers');
  const isUnknown = usePageState((state) => state.tier !== null && state.asset === null);
  const scan = rows?.[0] ?? null;
  return (
    <>
      <h1>
        {asset?.symbol ?? symbol}{' '}
        <span class="more">
          {isUnknown ? 'is not known within the window of this key' : (asset?.companyName ?? scan?.name)}
        </span>
        {asset?.namesakes?.map((other) => (
          <span key={other.kind} class="more">
            {' '}
            · <a href={assetPath(other.symbol, other.kind)}>{words(other.kind.toLowerCase())}</a>
          </span>
        ))}
      </h1>
      <dl class="numbers">
        {scan && (
          <>
            <Item title="Price">
              <Figure value={scan.currentPrice} format={price} unit=" USD" />
            </Item>
            <Item title="24 h">
              <Change value={scan.perf24h} />
            </Item>
            <Item title="7 d">
              <Change value={scan.perf7d} />
            </Item>
            <Item title="30 d">
              <Change value={scan.perf30d} />
            </Item>
            <Item title="Score">
              <Figure value={scan.compositeScore} format={score} />
            </Item>
            <Item title="Phase">{words(scan.marketPhase?.replace('PHASE_', '') ?? '–')}</Item>
          </>
        )}
      </dl>
    </>
  );
}

function Item({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
