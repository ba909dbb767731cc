import { fillSlots } from './ui/page-context.tsx';
import { PlainStrip } from './ui/plain-strip.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { ThemeButton } from './ui/theme-button.tsx';

fillSlots(null, {
  search: <SymbolSearch />,
  caller: (
    <div class="caller">
      <ThemeButton />
    </div>
  ),
  strip: <PlainStrip>404, not found: {location.pathname}</PlainStrip>,
});
