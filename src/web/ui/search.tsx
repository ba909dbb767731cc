import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { now } from '../clock.ts';
import { groupsOf } from '../data/found-groups.ts';
import { createSearch, type SearchAnswer } from '../data/search.ts';
import { useStore } from '../data/store.ts';
import { watchlist } from '../data/watchlist.ts';
import { Name } from './cells.tsx';
import { capital } from './format.ts';
import { GoesOn } from './goes-on.tsx';
import { type Choice, choicesOf, GUIDES, isAwaited, WATCHLIST, watchedChoices } from './search-choices.ts';
import { isTyping } from './typing.ts';

/** The watchlist alone is whole at first. */
const FOLDED: ReadonlySet<string> = new Set([WATCHLIST]);

/** A choice, or all others of a kind. */
type Option = Choice | { readonly what: string; readonly more: number };

/** The field in the header, and ⌘K or Ctrl+K from everywhere: names and symbols lead to the pages that there are. */
export function SymbolSearch() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    if (!dialog.current?.open) dialog.current?.showModal();
  };
  // With the first rendering: an effect comes after the next picture, and a key that is pressed before it would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
      if (!isShortcut && !(event.key === '/' && !isTyping(event.target))) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <search class="search">
      <button type="button" class="search-button" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <span>Search</span>
        <span class="key">{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: beside it Escape closes it, as browsers have it */}
      <dialog
        ref={dialog}
        class="search-dialog"
        aria-label="Search"
        onClose={() => setOpen(false)}
        onClick={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
      >
        {isOpen && <Palette />}
      </dialog>
    </search>
  );
}

function Palette() {
  const [search] = useState(createSearch);
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState<SearchAnswer>(NOTHING);
  /** What the answer is of: until it is what stands in the field, it is on its way. */
  const [answered, setAnswered] = useState('');
  const [at, setAt] = useState(0);
  const watched = useStore(watchlist, (list) => list);
  const [whole, setWhole] = useState<ReadonlySet<string>>(FOLDED);
  const choices =
    query === ''
      ? watchedChoices(watched)
      : answered === ''
        ? NO_CHOICES
        : choicesOf(answered, answer).filter(({ what }) => what !== GUIDES || answered === query);
  const groups = groupsOf(choices, whole);
  const options = groups.flatMap<Option>(({ what, shown, more }) => [
    ...shown,
    ...(more > 0 ? [{ what, more }] : []),
  ]);

  useEffect(() => {
    setAt(0);
    setWhole(FOLDED);
    if (query.length < 2) {
      setAnswer(NOTHING);
      setAnswered('');
      return;
    }
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const next = await search.find(query);
      if (!isCurrent) return;
      setAnswer(next);
      setAnswered(query);
      // Enter leads to no guide while the name is still being looked for.
      const isOpen = isAwaited(next, choicesOf(query, next));
      setAt((place) => (isOpen ? NOWHERE : Math.max(0, place)));
      if (next.state === 'open' && next.until !== null) timer = setTimeout(ask, next.until - now());
    };
    timer = setTimeout(ask, search.typingMs());
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);

  const choose = (option: Option) => {
    if ('href' in option) location.assign(option.href);
    else setWhole(new Set([...whole, option.what]));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const last = options.length - 1;
    const next = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: last,
      PageUp: 0,
    }[event.key];
    if (next !== undefined) setAt(Math.max(0, next));
    else if (event.key === 'Enter' && options[at]) choose(options[at]);
    else return;
    event.preventDefault();
  };
  const active = options[at] ? `found-${at}` : undefined;
  const optionOf = (of: Choice | string) => {
    const place = options.findIndex((one) => one === of || (!('href' in one) && one.what === of));
    return {
      id: `found-${place}`,
      role: 'option' as const,
      'aria-selected': place === at,
      tabIndex: -1,
      onPointerMove: () => setAt(place),
    };
  };
  return (
    <div class="palette">
      <input
        ref={(input) => input?.focus()}
        type="text"
        role="combobox"
        aria-label="Search names and symbols"
        aria-expanded={options.length > 0}
        aria-controls="found"
        aria-activedescendant={active}
        aria-autocomplete="list"
        placeholder="A company, a coin, a person, a symbol"
        maxLength={100}
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value.trim())}
        onKeyDown={onKeyDown}
      />
      <div id="found" class="found" role="listbox" aria-label="Found">
        {groups.map(({ what, shown, more }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no options
          <div key={what} role="group" aria-label={what}>
            <p class="what" aria-hidden="true">
              {what}
            </p>
            {shown.map((choice) => (
              <a key={choice.href + choice.title} href={choice.href} {...optionOf(choice)}>
                <b>
                  <Name value={choice.title} />
                </b>
                <span class="more">{choice.subtitle}</span>
              </a>
            ))}
            {more > 0 && (
              <button type="button" onClick={() => choose({ what, more })} {...optionOf(what)}>
                {more} more
              </button>
            )}
          </div>
        ))}
      </div>
      <p role="status">
        {query.length < 2 ? (
          HINT
        ) : answered !== query ? (
          'Searching…'
        ) : (
          <Told
            answer={answer}
            query={query}
            choices={choices.filter(({ what }) => what !== GUIDES).length}
          />
        )}
      </p>
      <p class="keys" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> opens
        </span>
        <span>
          <kbd>Esc</kbd> closes
        </span>
      </p>
    </div>
  );
}

const NOTHING: SearchAnswer = { state: 'found', things: [], markets: [] };
const NO_CHOICES: readonly Choice[] = [];
/** No choice is the active one. */
const NOWHERE = -1;

const HINT =
  'Names of companies, coins, people, whales, strategies, markets, scorecards and feeds, and symbols.';

function Told(props: { readonly answer: SearchAnswer; readonly query: string; readonly choices: number }) {
  const { answer, query, choices } = props;
  if (answer.state === 'failed') return <>{capital(answer.why)}</>;
  if (answer.state === 'open') {
    const { until, isWhole } = answer;
    const found = [
      ...(choices > 0
        ? [`${choices} found in the open data.`]
        : isWhole
          ? [`The open data has no “${query}”.`]
          : []),
      ...(isWhole ? [] : [`${choices > 0 ? 'Some of it' : 'The open data'} cannot be read right now.`]),
    ].join(' ');
    if (until === null) return <>{found} With a key the search finds more.</>;
    return (
      <>
        {found} The whole search waits for units. <GoesOn at={until} />
      </>
    );
  }
  if (choices > 0) return <>{choices} found.</>;
  return (
    <>
      Nothing is called “{query}”. There are companies, coins, members of Congress, insiders, whales,
      strategies, prediction markets and scorecards, by name or symbol.
    </>
  );
}
