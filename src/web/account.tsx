import { AccountPage } from './account/account-page.tsx';
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
  strip: (
    <PlainStrip>
      Keys are free. All keys of an account share one quota; the operator of this server grants larger ones.
    </PlainStrip>
  ),
  account: <AccountPage />,
});
