import { assetPath, kindOfWord } from '../data/asset-path.ts';
import { TERMS } from '../data/terms.ts';
import { Change, Figure } from '../ui/figure.tsx';
import { score, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { useFeed, usePageState } from '../ui/page-context.tsx';
import { WatchButton } from '../ui/watch-button.tsx';
import { phaseOf } from './feed-words.ts';
import { formatOf, newestPrice } from './newest-price.ts';

/** Name, price and score of the symbol. */
export function Headline({ symbol }: { readonly symbol: string }) {
  const asset = usePageState((state) => state.asset);
  const { rows } = useFeed('outperformers');
  const hasKey = usePageState((state) => state.hasKey);
  const traded = useFeed('congress').rows?.find(({ assetName }) => assetName !== null);
  const isSimulated = usePageState((state) => state.isSimulated);
  const isUnknown = usePageState((state) => state.tier !== null && state.asset === null);
  const isCut = usePageState(({ tier }) => tier?.historyDays != null);
  const scan = rows?.[0] ?? null;
  const now = newestPrice(asset, scan, isSimulated);
  return (
    <>
      <h1>
        {asset?.symbol ?? symbol}{' '}
        <WatchButton {...watchedAsset(asset?.symbol ?? symbol, asset?.kind ?? null)} />{' '}
        <span class="more">
          {isUnknown
            ? `is not known${isCut ? ' within the history of this key' : ''}`
            : (asset?.name ?? scan?.name ?? traded?.assetName)}
        </span>
        {asset?.namesakes?.map((other) => (
          <span key={other.kind} class="more">
            {' '}
            · <a href={assetPath(other.symbol, other.kind)}>{words(other.kind.toLowerCase())}</a>
          </span>
        ))}
      </h1>
      <dl class="numbers">
        {now && (
          <div class="last">
            <dt class="unseen">Price</dt>
            <dd title={now.source}>
              <Figure
                value={now.price}
                format={formatOf(now.currency, now.isCoin).format}
                unit={` ${now.currency}`}
              />
            </dd>
            <dt class="unseen">Change</dt>
            <dd>
              <Change value={now.changePct} />{' '}
              <span class="more">
                <span class="part">{now.since}</span>
                {now.closeOf !== null && (
                  <>
                    {' '}
                    <span class="part">
                      <span class="dot">· </span>close of <span class="day">{now.closeOf}</span>
                    </span>
                  </>
                )}
              </span>
            </dd>
          </div>
        )}
        {!now && !hasKey && <OpenPrice symbol={symbol} />}
        {scan && (
          <>
            <Item title="7 d">
              <Change value={scan.perf7d} />
            </Item>
            <Item title="30 d">
              <Change value={scan.perf30d} />
            </Item>
            {scan.symbol !== 'BTC' && (
              <Item title="vs BTC 24 h" help={TERMS['vs BTC']}>
                <Change value={scan.outperfVsBtc24h} />
              </Item>
            )}
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

/** Without a key a company has the price that the newest signal on it knows, if there is one. */
function OpenPrice({ symbol }: { readonly symbol: string }) {
  const rows = useFeed('signals').rows ?? [];
  const isKnown = usePageState(({ feeds }) => (feeds.insider.rows ?? feeds.congress.rows ?? []).length > 0);
  const signal = rows.find(({ status, currentPrice }) => status === 'OPEN' && currentPrice !== null);
  if (!signal)
    return isKnown ? (
      <div>
        <dt class="unseen">Price</dt>
        <dd class="more">The price of {symbol} needs a key.</dd>
      </div>
    ) : null;
  return (
    <div class="last">
      <dt class="unseen">Price</dt>
      <dd>
        <Figure
          value={signal.currentPrice}
          format={formatOf('USD', kindOfWord(signal.assetType) === 'crypto').format}
          unit=" USD"
        />
      </dd>
      <dt class="unseen">Of</dt>
      <dd class="more">
        <span class="part">as a signal has it</span>
      </dd>
    </div>
  );
}

/** At no moment: what is watched is opened as it is now. */
const watchedAsset = (symbol: string, kind: string | null) => {
  const known = kindOfWord(kind);
  const href = `/asset/${encodeURIComponent(symbol)}${known === null ? '' : `?kind=${known}`}`;
  return { href, title: symbol, what: 'Asset' };
};
