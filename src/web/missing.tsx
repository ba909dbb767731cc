import { fillSlots } from './ui/page-context.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { ThemeButton } from './ui/theme-button.tsx';

fillSlots(null, {
  search: <SymbolSearch />,
  caller: (
    <div class="caller">
      <ThemeButton />
    </div>
  ),
  strip: <p>404, not found: {location.pathname}</p>,
});
