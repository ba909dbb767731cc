import type { ComponentChildren } from 'preact';
import type { TypedDocument } from '../../client/client.ts';
import type { FeedName } from '../data/feeds.ts';
import type { OpenParams } from '../data/plan.ts';
import type { Row } from '../data/rows.ts';
import type { Entity, EntityRead, PageState } from '../data/state.ts';
import type { LineMark, LinePoint } from '../ui/line-point.ts';

/** How the page shows a kind of entity. A panel that has nothing in it is not shown. */
export interface EntityView<E extends Entity = Entity> {
  /** The query of its page. */
  readonly query: TypedDocument<EntityRead, { readonly id: string }>;
  /** What the entity is called. */
  titleOf(entity: E): string;
  /** What stands behind its name. */
  subtitleOf(entity: E): ComponentChildren;
  /** The figures under its name. */
  Figures(props: { readonly of: E }): ComponentChildren;
  readonly preview?: EntityPreview;
  readonly chart?: EntityChart<E>;
  /** What is known of it beside its rows. */
  readonly about?: EntityAbout<E>;
  readonly rows?: EntityRows<E>;
  /** Which changes of its feed are of the entity. */
  followOf(entity: E): object;
  /** Whether only the rows follow from a change; unless given, the figures do, too, and the page is read anew. */
  readonly isOfRows?: boolean;
  /** Whether the rows are what the page is for: they stand above the others. */
  readonly isLedByRows?: boolean;
}

/** What the open feeds tell of an entity, without a key and while the key has no units. */
interface EntityPreview {
  /** The open feeds that tell of it, with the parameters that ask for no more than that. */
  readonly open: Partial<Readonly<Record<FeedName, (key: string) => OpenParams>>>;
  /** What it is called there; null: they do not say. */
  titleOf(feeds: PageState['feeds'], key: string): string | null;
  Subtitle?(props: { readonly shownKey: string }): ComponentChildren;
  Figures?(props: { readonly shownKey: string }): ComponentChildren;
  /** Its rows, where the open feed of the page has them. */
  Rows?(): ComponentChildren;
  /** What a key adds to it, in a sentence. */
  readonly offer: string;
}

interface EntityChart<E> {
  readonly title: string;
  /** A title for what it is of. */
  titleOf?(entity: E): string;
  /** Oldest first. */
  pointsOf(entity: E): readonly LinePoint[];
  /** What is drawn, in a sentence. */
  saidOf(entity: E, points: readonly LinePoint[]): string;
  /** For those who do not see it. */
  readonly label: string;
  /** Of the points. */
  readonly unit?: string;
  /** How they are written; unless given, with one decimal and the unit. */
  readonly format?: (value: number, digits?: number) => string;
  /** Whether the axis begins at nought, wherever the line is. */
  readonly isFromZero?: boolean;
  /** What happened beside the line. */
  marksOf?(entity: E): readonly LineMark[];
  /** What a key with a longer history would see drawn; null, or not given: without points the panel is absent. */
  beyondHistory?(entity: E): string | null;
  /** Where a scale from 0 to 100 is divided; unless given, the scale is that of the points. */
  readonly bands?: readonly number[];
  /** What its parts are called, lowest first. */
  bandsOf?(entity: E): readonly string[];
  /** A smaller chart below it, of the same time. */
  readonly below?: {
    readonly title: string;
    /** From nought downwards; of the points above it. */
    pointsOf(points: readonly LinePoint[]): readonly LinePoint[];
    saidOf(entity: E, points: readonly LinePoint[]): string;
    readonly label: string;
  };
}

interface EntityAbout<E> {
  readonly title: string;
  /** A title for what there is of it. */
  titleOf?(entity: E): string;
  isIn(entity: E): boolean;
  Body(props: { readonly of: E }): ComponentChildren;
}

interface EntityRows<E> {
  readonly title: string;
  rowsOf(entity: E): readonly Row[];
  /** Whether the panel is shown without rows; unless given, it is. */
  readonly isOptional?: boolean;
  Panel(): ComponentChildren;
}
