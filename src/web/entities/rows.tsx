import type { EntityKind } from '../data/entities.ts';
import { PanelMessage } from '../ui/feed-panel.tsx';
import { Keyless } from '../ui/keyless.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { viewOf } from './views.ts';

/** The rows that tell of an entity. */
export function EntityRows({ kind }: { readonly kind: EntityKind }) {
  const entity = usePageState((state) => state.entity);
  const hasKey = usePageState((state) => state.hasKey);
  const isWaiting = usePageState((state) => state.goesOnAt !== null);
  const { rows } = viewOf(kind);
  if (entity && rows) return <rows.Panel />;
  return (
    <div class="body">
      {hasKey ? (
        <PanelMessage source={isWaiting ? 'waiting' : 'loading'} empty="" />
      ) : (
        <Keyless>This page needs a key. A free key is enough.</Keyless>
      )}
    </div>
  );
}
