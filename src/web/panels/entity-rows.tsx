import { FeedPanel, PanelMessage } from '../ui/feed-panel.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { CONGRESS } from './congress.tsx';
import { SIGNALS } from './signals.tsx';
import { WHALES } from './whales.tsx';

const TRADES = CONGRESS.filter(({ title }) => title !== 'Member');
const MOVES = WHALES.filter(({ title }) => title !== 'Whale');

/** The rows that tell of an entity. */
export function EntityRows() {
  const entity = usePageState((state) => state.entity);
  const hasKey = usePageState((state) => state.hasKey);
  switch (entity?.__typename) {
    case 'Politician':
      return <FeedPanel name="congress" label="Trades" columns={TRADES} empty="No trade in view." />;
    case 'Whale':
      return <FeedPanel name="whales" label="Activity" columns={MOVES} empty="No event in view." />;
    case 'Strategy':
      return <FeedPanel name="signals" label="Signals" columns={SIGNALS} empty="No signal in view." />;
    default:
      return (
        <div class="body">
          <PanelMessage source={hasKey ? 'loading' : 'key'} empty="" />
        </div>
      );
  }
}
