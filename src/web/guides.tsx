import { DEMO_KEY, readKey } from './data/session.ts';
import { fillSlots } from './ui/page-context.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { ThemeButton } from './ui/theme-button.tsx';

/** A heading of the guides with the text below it, as `build-guides.ts` writes them. */
interface Passage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

fillSlots(null, {
  search: <SymbolSearch />,
  caller: (
    <div class="caller">
      <ThemeButton />
    </div>
  ),
  strip: <p>Guides</p>,
});

/** Languages of what a reader runs; the others are of what is printed. */
const RUN = ['sh', 'python', 'r', 'js', 'ts', 'html', 'graphql', 'sql', 'yaml'];
for (const block of document.querySelectorAll<HTMLElement>('.code'))
  if (RUN.includes(block.dataset.language ?? '')) addCopyButton(block);
sayWhereToAsk();
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

/** The commands of the guides take the address and the key from variables: here with the reader's own. */
function sayWhereToAsk(): void {
  const first = [...document.querySelectorAll<HTMLElement>('.code')].find((block) =>
    /\$(URL|KEY)\b|environ\[.(URL|KEY)|ALPHA_(URL|KEY)/.test(block.textContent ?? ''),
  );
  if (!first) return;
  const prefix = /ALPHA_(URL|KEY)/.test(first.textContent ?? '') ? 'ALPHA_' : '';
  const key = readKey() ?? DEMO_KEY ?? 'your-key';
  const block = document.createElement('div');
  block.className = 'code';
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  code.textContent = `export ${prefix}URL=${location.origin} ${prefix}KEY=${key}`;
  pre.append(code);
  block.append(pre);
  addCopyButton(block);
  (first.closest('.tabs') ?? first).before(block);
}

/** All tabs of a page show the same language, and so does the next page. */
function followTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
  const show = (language: string | undefined): void => {
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
    show(tab.dataset.language);
    localStorage.setItem('alpha-data-language', tab.dataset.language ?? '');
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
  show(localStorage.getItem('alpha-data-language') ?? undefined);
}

function followSearch(): void {
  const input = document.querySelector<HTMLInputElement>('.guides input');
  const hits = document.querySelector<HTMLElement>('.hits');
  const sections = document.querySelector<HTMLElement>('.sections');
  if (!input || !hits || !sections) return;
  let passages: Promise<readonly Passage[]> | null = null;
  const load = async (): Promise<readonly Passage[]> => {
    const response = await fetch('/guides/search.json');
    if (!response.ok) throw new Error(`the index of the guides: ${response.status}`);
    return response.json();
  };
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    hits.querySelector('a')?.click();
  });
  input.addEventListener('input', async () => {
    passages ??= load();
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : search(await passages, words);
    hits.hidden = words.length === 0;
    sections.hidden = words.length > 0;
    hits.replaceChildren(...(found.length > 0 ? found.map((one) => hitOf(one, words)) : [none()]));
  });
}

/** Passages with all of the words, those with more of them in the heading first. */
function search(passages: readonly Passage[], words: readonly string[]): readonly Passage[] {
  const inTitle = ({ title }: Passage) => words.filter((word) => title.toLowerCase().includes(word)).length;
  return passages
    .filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
    .map((passage) => ({ passage, rank: inTitle(passage) }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, 20)
    .map(({ passage }) => passage);
}

function hitOf({ url, title, text }: Passage, [first = '']: readonly string[]): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.textContent = title;
  const line = document.createElement('p');
  const at = Math.max(0, text.toLowerCase().indexOf(first) - 40);
  line.textContent = text.slice(at, at + 120);
  item.append(link, line);
  return item;
}

function none(): HTMLElement {
  const item = document.createElement('li');
  item.textContent = 'No guide has these words.';
  return item;
}
