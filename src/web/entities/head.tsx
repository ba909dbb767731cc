import { useEffect } from 'preact/hooks';
import { ENTITIES, type EntityKind } from '../data/entities.ts';
import { FEED_NAMES } from '../data/feeds.ts';
import { Name } from '../ui/cells.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { WatchButton } from '../ui/watch-button.tsx';
import { viewOf } from './views.ts';

interface Shown {
  readonly kind: EntityKind;
  /** What the address has. */
  readonly shownKey: string;
}

/** Name and figures of an entity, as its query has them, and until then as the open feeds have them; and the title of the page. */
export function EntityHead({ kind, shownKey }: Shown) {
  const entity = usePageState((state) => state.entity);
  const { titleOf, subtitleOf, Figures, preview } = viewOf(kind);
  const previewed = usePageState(({ feeds }) => preview?.titleOf(feeds, shownKey) ?? null);
  const isComing = useIsComing(kind);
  const title = entity ? titleOf(entity) : previewed;
  useEffect(() => {
    const name = title ?? (isComing ? null : shownKey);
    if (name !== null) document.title = `${name} · Alpha Data`;
  }, [title, isComing]);
  if (!entity) return <PreviewedHead kind={kind} shownKey={shownKey} title={title} isComing={isComing} />;
  return (
    <>
      <h1>
        <Name value={title ?? shownKey} />{' '}
        <WatchButton href={location.pathname} title={title ?? shownKey} what={ENTITIES[kind].shown} />{' '}
        <span class="more">{subtitleOf(entity)}</span>
      </h1>
      <dl class="numbers">
        <Figures of={entity} />
      </dl>
    </>
  );
}

/** `title` null: the open feeds do not say. The head has the kind of the entity then, and the key of the address beside it. */
function PreviewedHead(props: Shown & { readonly title: string | null; readonly isComing: boolean }) {
  const { kind, shownKey, title, isComing } = props;
  const { preview } = viewOf(kind);
  return (
    <>
      <h1>
        <Name value={title ?? ENTITIES[kind].shown} />{' '}
        <span class="more">
          {title === null && !isComing && shownKey}
          {title !== null && preview?.Subtitle && <preview.Subtitle shownKey={shownKey} />}
        </span>
      </h1>
      {title !== null && preview?.Figures && (
        <dl class="numbers">
          <preview.Figures shownKey={shownKey} />
        </dl>
      )}
    </>
  );
}

/** Whether the page may still read the name: by the query of the key, or without a key from an open feed. */
const useIsComing = (kind: EntityKind): boolean =>
  usePageState(({ hasKey, tier, notice, goesOnAt, feeds }) =>
    hasKey
      ? tier === null && (notice === null || goesOnAt !== null)
      : FEED_NAMES.some((name) => viewOf(kind).preview?.open[name] && feeds[name].source === 'loading'),
  );
