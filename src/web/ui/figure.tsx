import { useEffect, useRef } from 'preact/hooks';
import { exactly, fineMoney, inCents, money, percent, points } from './format.ts';
import { None } from './none.tsx';
import type { Tone } from './tone.ts';

/** Amounts in dollars, not prices, are exact to the cent: shares times price has more decimals. */
const isAmount = (format: unknown): boolean => format === money || format === fineMoney;

/** A number in short, exact on hover, that lights up for a moment when it changes. */
export function Figure(props: {
  readonly value: number | null;
  readonly format: (value: number) => string;
  /** Unit of the exact value. */
  readonly unit?: string;
  /** On hover, instead of the exact value: what it was worked out from. */
  readonly said?: string;
}) {
  const { value, format, unit = '', said } = props;
  const flash = useFlash(value);
  if (value === null) return <None />;
  return (
    <span
      ref={flash}
      class="figure"
      title={said ?? `${exactly(isAmount(format) ? inCents(value) : value)}${unit}`}
    >
      {format(value)}
    </span>
  );
}

interface ChangeProps {
  readonly value: number | null;
  readonly digits?: number;
  readonly isPlain?: boolean;
}

/** A change in per cent: sign, arrow and colour say the same. `isPlain`: without colour, where up is neither good nor bad. */
export const Change = ({ value, digits = 2, isPlain = false }: ChangeProps) => (
  <Signed value={value} text={percent(value ?? 0, digits)} unit="%" isPlain={isPlain} />
);

/** The change of a score, which is counted in points: `▼ −1.0 points`. */
export const PointChange = ({ value }: { readonly value: number | null }) => (
  <Signed value={value} text={points(value ?? 0)} unit=" points" isPlain />
);

/** The change of odds, which are a share of one, in percentage points: `▲ +3.1 pt`. */
export const OddsChange = ({ value }: { readonly value: number }) => (
  <Signed value={value * 100} text={points(value * 100, 'pt')} unit=" points" isPlain={false} />
);

function Signed(props: {
  readonly value: number | null;
  readonly text: string;
  readonly unit: string;
  readonly isPlain: boolean;
}) {
  const { value, text, unit, isPlain } = props;
  const flash = useFlash(value);
  if (value === null) return <None />;
  const tone = /^[+−]/.test(text) ? toneOf(value) : 'flat'; // what rounds to nought has no direction
  return (
    <span ref={flash} class={`figure ${isPlain ? 'flat' : tone}`} title={`${exactly(value)}${unit}`}>
      <span class="arrow" aria-hidden="true">
        {ARROWS[tone]}
      </span>
      {text}
    </span>
  );
}

export const ARROWS: Readonly<Record<Tone, string>> = { up: '▲', down: '▼', flat: '■' };

export const toneOf = (value: number): Tone => (value > 0 ? 'up' : value < 0 ? 'down' : 'flat');

function useFlash(value: number | null) {
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef(value);
  useEffect(() => {
    const last = before.current;
    before.current = value;
    if (last === null || value === null || last === value) return;
    element.current?.animate?.(
      [
        { backgroundColor: `var(--flash-${value > last ? 'up' : 'down'})` },
        { backgroundColor: 'transparent' },
      ],
      { duration: 900, easing: 'ease-out' },
    );
  }, [value]);
  return element;
}
