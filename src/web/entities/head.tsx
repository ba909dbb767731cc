import { ENTITIES, type EntityKind } from '../data/entities.ts';
import { usePageState } from '../ui/page-context.tsx';
import { WatchButton } from '../ui/watch-button.tsx';
import { viewOf } from './views.ts';

/** Name and figures of an entity. `shownKey`: what stands there until its name is known. */
export function EntityHead({ kind, shownKey }: { readonly kind: EntityKind; readonly shownKey: string }) {
  const entity = usePageState((state) => state.entity);
  const { titleOf, subtitleOf, Figures, preview } = viewOf(kind);
  if (!entity)
    return (
      <>
        <h1>{shownKey}</h1>
        {preview && (
          <dl class="numbers">
            <preview.Figures shownKey={shownKey} />
          </dl>
        )}
      </>
    );
  return (
    <>
      <h1>
        {titleOf(entity)}{' '}
        <WatchButton href={location.pathname} title={titleOf(entity)} what={ENTITIES[kind].shown} />{' '}
        <span class="more">{subtitleOf(entity)}</span>
      </h1>
      <dl class="numbers">
        <Figures of={entity} />
      </dl>
    </>
  );
}
