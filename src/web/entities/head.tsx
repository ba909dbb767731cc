import { ENTITIES, type EntityKind } from '../data/entities.ts';
import { Name } from '../ui/cells.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { WatchButton } from '../ui/watch-button.tsx';
import { viewOf } from './views.ts';

/** Name and figures of an entity. `shownKey`: what stands there until its name is known. */
export function EntityHead({ kind, shownKey }: { readonly kind: EntityKind; readonly shownKey: string }) {
  const entity = usePageState((state) => state.entity);
  // What the address has is no name: it does not stand there for the moment until the name is read.
  const isComing = usePageState(
    ({ hasKey, tier, notice, goesOnAt }) => hasKey && tier === null && (notice === null || goesOnAt !== null),
  );
  const { titleOf, subtitleOf, Figures, preview } = viewOf(kind);
  if (!entity)
    return (
      <>
        <h1>
          {preview?.Title ? (
            <preview.Title shownKey={shownKey} />
          ) : isComing ? (
            ENTITIES[kind].shown
          ) : (
            shownKey
          )}
        </h1>
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
        <Name value={titleOf(entity)} />{' '}
        <WatchButton href={location.pathname} title={titleOf(entity)} what={ENTITIES[kind].shown} />{' '}
        <span class="more">{subtitleOf(entity)}</span>
      </h1>
      <dl class="numbers">
        <Figures of={entity} />
      </dl>
    </>
  );
}
