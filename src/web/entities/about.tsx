import type { EntityKind } from '../data/entities.ts';
import { usePageState } from '../ui/page-context.tsx';
import { viewOf } from './views.ts';

/** What is known of an entity beside its rows. */
export function EntityAbout({ kind }: { readonly kind: EntityKind }) {
  const entity = usePageState((state) => state.entity);
  const { about } = viewOf(kind);
  return entity && about?.isIn(entity) ? <about.Body of={entity} /> : null;
}
