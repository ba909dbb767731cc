import { StatusPage } from './panels/status.tsx';
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
  strip: <PlainStrip>Status of this service, read every 30 seconds</PlainStrip>,
  status: <StatusPage />,
});
