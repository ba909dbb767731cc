import { basename } from 'node:path';
import type { CaptureContext } from '../../core/capture/capture-store.ts';
import { parseInstant } from '../../feed/value.ts';
import type { ImportOptions, StoredCapture } from '../format.ts';
import { BadField, walletIn } from './native-json.ts';

/** Where an answer came from, and what was asked for: what the answer itself may not say. */
export interface WalletRequest {
  /** File or URL, for messages and rejections. */
  readonly file: string;
  readonly wallet?: string | null;
  readonly at?: Date | null;
}

/** The wallet asked about, for answers that do not repeat it. */
export function walletAsked({ wallet }: WalletRequest): string {
  if (wallet === undefined || wallet === null) {
    throw new BadField(null, 'wallet is not in the data: pass --wallet');
  }
  return walletIn({ wallet }, 'wallet');
}

export function timeAsked({ at }: WalletRequest): string {
  if (at) return at.toISOString();
  throw new BadField(null, 'time of the capture is not in the data: pass --at');
}

/** What a file is about: the options first, then what its name says (`positions_0x…_2025-11-02T0930.json`). */
export function askedOf(file: string, { wallet, at }: ImportOptions): Required<WalletRequest> {
  const name = basename(file);
  const inName = /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(name)?.[0] ?? null;
  return { file, wallet: wallet ?? inName, at: at ?? timeInName(name) };
}

/** What was asked for, as the context of a capture. */
export const contextOf = ({ wallet = null, at = null }: WalletRequest): CaptureContext => ({
  ...(wallet === null ? {} : { wallet }),
  ...(at === null ? {} : { at: at.toISOString() }),
});

/** What was asked for of a capture that is read again. */
export function askedAgain({ place, context }: StoredCapture): WalletRequest {
  const { wallet, at } = context;
  return {
    file: place,
    wallet: typeof wallet === 'string' ? wallet : null,
    at: typeof at === 'string' ? new Date(at) : null,
  };
}

function timeInName(name: string): Date | null {
  const match = /(\d{4}-\d\d-\d\d)T(\d\d)[:-]?(\d\d)(?:[:-]?(\d\d))?/.exec(name);
  if (!match) return null;
  const [, day, hours, minutes, seconds = '00'] = match;
  return parseInstant(`${day}T${hours}:${minutes}:${seconds}Z`);
}
