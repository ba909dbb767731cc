import { ENTITIES, type EntityKind } from '../data/entities.ts';
import type { FeedSource } from '../data/state.ts';
import { PanelMessage } from '../ui/feed-panel.tsx';
import { Keyless, KeyOffer } from '../ui/keyless.tsx';
import { useFeed, usePageState } from '../ui/page-context.tsx';
import { viewOf } from './views.ts';

/** The rows that tell of an entity: of its query, until then of the open feed. `shownKey`: what the address has. */
export function EntityRows({ kind, shownKey }: { readonly kind: EntityKind; readonly shownKey: string }) {
  const entity = usePageState((state) => state.entity);
  const hasKey = usePageState((state) => state.hasKey);
  const isWaiting = usePageState((state) => state.goesOnAt !== null);
  const { rows: openRows, source } = useFeed(ENTITIES[kind].feed);
  const { rows, preview } = viewOf(kind);
  const isKnown = usePageState(({ feeds }) => (preview?.titleOf(feeds, shownKey) ?? null) !== null);
  if (entity && rows) return <rows.Panel />;
  if (preview?.Rows && openRows !== null && openRows.length > 0)
    return (
      <>
        <preview.Rows />
        {!hasKey && <KeyOffer>{preview.offer}</KeyOffer>}
      </>
    );
  if (hasKey) {
    const isSaid = source === 'waiting' || source === 'failed' || source === 'refused';
    return <Body source={isSaid ? source : isWaiting ? 'waiting' : 'loading'} />;
  }
  const offer = preview?.offer ?? 'This page needs a key. A free key is enough.';
  if (preview && (source === 'failed' || source === 'waiting')) return <Body source={source} />;
  if (preview?.Rows && source === 'loading') return <Body source="loading" />;
  const { word } = ENTITIES[kind];
  return (
    <div class="body">
      {!preview || source !== 'open' || openRows?.length !== 0 ? (
        <Keyless>{offer}</Keyless>
      ) : isKnown ? (
        <Keyless>
          The open feed has no row of this {word}. {offer}
        </Keyless>
      ) : (
        // It may not exist: no promise of what a key would show of it.
        <KeyOffer>The open feeds know no such {word}. A key goes back further.</KeyOffer>
      )}
    </div>
  );
}

function Body({ source }: { readonly source: FeedSource }) {
  return (
    <div class="body">
      <PanelMessage source={source} empty="" />
    </div>
  );
}
