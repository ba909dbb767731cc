import type { ComponentChildren } from 'preact';
import { MOMENT } from '../data/moment.ts';
import { DEMO_KEY } from '../data/session.ts';
import { usePage } from './page-context.tsx';

/** In place of what only a key shows. `children`: what that is, in a sentence. */
export function Keyless(props: { readonly hasCandles?: boolean; readonly children: ComponentChildren }) {
  const { hasCandles = false, children } = props;
  return (
    <div class="keyless">
      {hasCandles ? <BlurredCandles /> : <BlurredCurve />}
      <KeyOffer>{children}</KeyOffer>
    </div>
  );
}

/** What a key would show, and how to get one. */
export function KeyOffer({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="key-offer">
      <p>{children}</p>
      <KeyActions />
    </div>
  );
}

/** Of a page that is turned back, without a key. */
export const PAST = 'The past is shown with a key. How far back it goes depends on the tier of the key.';

/** How to get a key. */
export function KeyActions() {
  const page = usePage();
  const demoKey = DEMO_KEY;
  return (
    <p class="actions">
      {demoKey !== null && (
        <button type="button" class="primary" onClick={() => page.enterKey(demoKey, 'tab')}>
          {MOMENT === null ? 'See it live with the demo’s key' : 'See it with the demo’s key'}
        </button>
      )}
      <a class="button" href="/account#create">
        Get a key
      </a>
    </p>
  );
}

/** Unlike each other, and neither up nor down: they are of no data. */
const CURVES = [
  'M0 50L14 50 25 53 38 65 50 53 63 60 76 45 88 40 101 48 113 36 126 48 139 41 151 45 164 61 177 53 189 65 202 52 214 49 227 55 240 40 252 48 265 36 277 38 290 52 300 50',
  'M0 50L14 63 25 54 38 51 50 56 63 38 76 47 88 39 101 46 113 63 126 54 139 62 151 44 164 38 177 47 189 39 202 57 214 52 227 54 240 61 252 44 265 49 277 36 290 40 300 50',
  'M0 50L14 53 25 64 38 45 50 37 63 48 76 46 88 64 101 52 113 45 126 48 139 38 151 57 164 53 177 52 189 55 202 37 214 49 227 47 240 54 252 63 265 43 277 48 290 38 300 50',
] as const;

/** Stands for a past that a key shows, and tells nothing of it. `place`: which of those that stand side by side. */
export function BlurredCurve({ place = 0 }: { readonly place?: number }) {
  return (
    <svg class="blurred" viewBox="0 0 300 100" preserveAspectRatio="none" aria-hidden="true">
      <path d={CURVES[place % CURVES.length]} />
    </svg>
  );
}

/** A candle for each point of a curve, from the point before: its place, where it opened and where it closed. */
const CANDLES = CURVES[0]
  .slice(1)
  .split(/[ L]/)
  .map(Number)
  .flatMap((x, place, all) =>
    place % 2 === 0 && place > 0 ? [[x, all[place - 1] ?? 0, all[place + 1] ?? 0]] : [],
  );

/** An upright stroke for each, from its lower to its higher end. `beyond`: how much longer a wick is at either end. */
const strokesOf = (beyond: number): string =>
  CANDLES.map(([x = 0, open = 0, close = 0]) => {
    const [from, to] = [Math.min(open, close) - beyond, Math.max(open, close) + beyond];
    return `M${x} ${from}V${to}`;
  }).join('');

/** The same where a chart of candles would be. */
function BlurredCandles() {
  return (
    <svg class="blurred" viewBox="0 30 300 42" preserveAspectRatio="none" aria-hidden="true">
      <path d={strokesOf(4)} />
      <path class="bodies" d={strokesOf(0)} />
    </svg>
  );
}
