import { render } from 'preact';
import { AccountPage } from './account/account-page.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { ThemeButton } from './ui/theme-button.tsx';

const slots = {
  search: <SymbolSearch />,
  caller: (
    <div class="caller">
      <ThemeButton />
    </div>
  ),
  strip: (
    <p>Keys are free and share the quota of their account. The operator of this server grants other tiers.</p>
  ),
  account: <AccountPage />,
};
for (const [name, content] of Object.entries(slots)) {
  const slot = document.querySelector(`[data-slot="${name}"]`);
  if (slot) render(content, slot);
}
