import type { Tone } from './tone.ts';

export interface Candle {
  /** Epoch seconds at which the bar opened. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Mark {
  readonly id: string;
  /** That of the candle it stands at. */
  readonly time: number;
  readonly tone: Tone;
  readonly shape: 'arrow' | 'circle';
  /** What it stands for, a line each. */
  readonly said: string;
}
