import type { Asset } from '../data/state.ts';
import { TERMS } from '../data/terms.ts';
import { assetPath, kindOfWord } from '../ui/cells.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { dollars, moment, price, score, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { useFeed, usePageState } from '../ui/page-context.tsx';
import { WatchButton } from '../ui/watch-button.tsx';
import { phaseOf } from './outperformers.tsx';

/** Name, price and score of the symbol. */
export function Headline({ symbol }: { readonly symbol: string }) {
  const asset = usePageState((state) => state.asset);
  const { rows } = useFeed('outperformers');
  const isUnknown = usePageState((state) => state.tier !== null && state.asset === null);
  const scan = rows?.[0] ?? null;
  const last = scan?.currentPrice ?? asset?.price?.last ?? null; // the scan ticks
  const currency = asset?.price?.currency ?? 'USD';
  const isDollar = currency.startsWith('USD');
  return (
    <>
      <h1>
        {asset?.symbol ?? symbol}{' '}
        <WatchButton {...watchedAsset(asset?.symbol ?? symbol, asset?.kind ?? null)} />{' '}
        <span class="more">
          {isUnknown ? 'is not known within the history window of this key' : (asset?.name ?? scan?.name)}
        </span>
        {asset?.namesakes?.map((other) => (
          <span key={other.kind} class="more">
            {' '}
            · <a href={assetPath(other.symbol, other.kind)}>{words(other.kind.toLowerCase())}</a>
          </span>
        ))}
      </h1>
      <dl class="numbers">
        {last !== null && (
          <div class="last">
            <dt class="unseen">Price</dt>
            <dd title={sourceOf(scan !== null, asset)}>
              <Figure value={last} format={isDollar ? dollars : price} unit={` ${currency}`} />
            </dd>
            <dt class="unseen">Change in 24 hours</dt>
            <dd>
              <Change value={scan ? scan.perf24h : (asset?.price?.changePct24h ?? null)} />{' '}
              <span class="more">24 h{closeOf(scan !== null, asset)}</span>
            </dd>
          </div>
        )}
        {scan && (
          <>
            <Item title="7 d">
              <Change value={scan.perf7d} />
            </Item>
            <Item title="30 d">
              <Change value={scan.perf30d} />
            </Item>
            <Item title="Score" help={TERMS['Score of a coin']}>
              <Figure value={scan.compositeScore} format={score} />
            </Item>
            <Item title="Phase" help={TERMS.Phase}>
              {phaseOf(scan.marketPhase)}
            </Item>
          </>
        )}
      </dl>
    </>
  );
}

/** A scan of coins is newer than the last bar that closed. */
function sourceOf(isScan: boolean, asset: Asset | null): string | undefined {
  if (isScan) return 'From the newest scan of coins. The chart ends with the last closed bar';
  return asset?.price ? `${asset.price.source.provider}, ${moment(asset.price.at)}` : undefined;
}

/** Says of a price that is no newer than the last bar when it was one. */
const closeOf = (isScan: boolean, asset: Asset | null): string | null =>
  isScan || !asset?.price || asset.price.source.provider === 'scan'
    ? null
    : ` · close of ${moment(asset.price.at)}`;

/** At no moment: what is watched is opened as it is now. */
const watchedAsset = (symbol: string, kind: string | null) => {
  const known = kindOfWord(kind);
  const href = `/asset/${encodeURIComponent(symbol)}${known === null ? '' : `?kind=${known}`}`;
  return { href, title: symbol, what: 'Asset' };
};
