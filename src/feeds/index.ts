import type { Feed } from '../feed/feed.ts';
import type { FieldProblem } from '../feed/record.ts';
import { outperformers } from './aoe/feed.ts';
import { congress } from './congress/feed.ts';
import { deriveFiling } from './insider/derive.ts';
import { insiderFilings } from './insider/feed.ts';
import { reversals } from './mre/feed.ts';
import { strategies } from './mte/feed.ts';
import { predictionMarkets } from './prediction/feed.ts';
import { scorecardPoints } from './scorecards/feed.ts';
import { takes } from './scorecards/takes.ts';
import { deriveSignal } from './trade-feed/derive.ts';
import { signals } from './trade-feed/feed.ts';
import { whaleActivity } from './whales/feed.ts';

type AnyRecord = { readonly [name: string]: unknown };

/** A feed with what is special about it. One line a feed below; see docs/adding-a-feed.md. */
export interface FeedModule {
  readonly feed: Feed;
  readonly derive?: (record: AnyRecord) => AnyRecord;
  readonly takes?: readonly {
    readonly name: string;
    readonly accept?: (record: AnyRecord) => FieldProblem | null;
  }[];
}

export const registry: readonly FeedModule[] = [
  { feed: signals, derive: deriveSignal },
  { feed: strategies },
  { feed: whaleActivity },
  { feed: congress },
  { feed: insiderFilings, derive: deriveFiling },
  { feed: outperformers },
  { feed: reversals },
  { feed: predictionMarkets },
  { feed: scorecardPoints, takes },
];
