import { tellServer } from './data/first-paint.ts';
import { DEMO_KEY, readKey } from './data/session.ts';
import { createGuideSearch, type Hit } from './guide-search.ts';
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
  strip: <PlainStrip>Guides</PlainStrip>,
});

/** Languages of what a reader runs; the others are of what is printed, or of settings, which have the reader's key. */
const RUN = ['sh', 'python', 'r', 'js', 'ts', 'html', 'graphql', 'sql', 'yaml'];
for (const block of document.querySelectorAll<HTMLElement>('.code'))
  if (RUN.includes(block.dataset.language ?? '') || block.querySelector('[data-fill]')) addCopyButton(block);
fillIn();
followSearch();
followTabs();

function addCopyButton(block: HTMLElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1_500);
  });
  block.append(button);
}

/** The reader's own address and key, where the build has left places for them. */
function fillIn(): void {
  const key = readKey() ?? DEMO_KEY ?? '';
  // A typed key with a quotation mark would end the string literal of the example.
  const own = { url: location.origin, key: /^[\w.-]+$/.test(key) ? key : 'your-key' };
  for (const place of document.querySelectorAll<HTMLElement>('[data-fill]'))
    place.textContent = own[place.dataset.fill === 'url' ? 'url' : 'key'];
}

/** All tabs of a page show the same language, and so does the next page: the server reads the cookie. */
function followTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
  const show = (language: string): void => {
    for (const list of document.querySelectorAll<HTMLElement>('.tabs')) {
      const own = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
      if (!own.some((tab) => tab.dataset.language === language)) continue;
      for (const tab of own) {
        const isShown = tab.dataset.language === language;
        tab.setAttribute('aria-selected', String(isShown));
        tab.tabIndex = isShown ? 0 : -1;
      }
      for (const panel of list.querySelectorAll<HTMLElement>('[role=tabpanel]'))
        panel.hidden = panel.dataset.language !== language;
    }
  };
  const choose = (tab: HTMLElement): void => {
    const top = tab.getBoundingClientRect().top;
    const { language = '' } = tab.dataset;
    show(language);
    tellServer('language', language, '/guides');
    scrollBy(0, tab.getBoundingClientRect().top - top); // what is read stays where it is
  };
  for (const tab of tabs) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      const own = [...(tab.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
      const next = own.at((own.indexOf(tab) + step) % own.length);
      if (!next) return;
      choose(next);
      next.focus();
    });
  }
}

function followSearch(): void {
  const input = document.querySelector<HTMLInputElement>('.guides input');
  const hits = document.querySelector<HTMLElement>('.hits');
  const sections = document.querySelector<HTMLElement>('.sections');
  if (!input || !hits || !sections) return;
  let search: ReturnType<typeof createGuideSearch> | null = null;
  const load = async (): ReturnType<typeof createGuideSearch> => {
    const response = await fetch('/guides/search.json');
    if (!response.ok) throw new Error(`the index of the guides: ${response.status}`);
    return createGuideSearch(await response.json());
  };
  const question = new URLSearchParams(location.search).get('q');
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    hits.querySelector('a')?.click();
  });
  input.addEventListener('input', async () => {
    search ??= load();
    const find = await search;
    const question = input.value.trim(); // as it is by now
    hits.hidden = question === '';
    sections.hidden = question !== '';
    const found = find(question);
    hits.replaceChildren(...(found.length > 0 ? found.map(hitOf) : [none()]));
  });
  if (question === null) return;
  input.value = question;
  input.dispatchEvent(new Event('input')); // as if it were typed
}

function hitOf({ url, guide, heading, text, at }: Hit): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = `${guide} › ${heading}`;
  const line = document.createElement('p');
  const from = text.lastIndexOf(' ', Math.max(0, at - 40)) + 1; // no half words
  line.textContent = text.slice(from, from + 120);
  item.append(link, line);
  return item;
}

function none(): HTMLElement {
  const item = document.createElement('li');
  item.textContent = 'No guide contains these words.';
  return item;
}
