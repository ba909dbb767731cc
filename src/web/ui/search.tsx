import { useRef } from 'preact/hooks';

/** Opens the page of a symbol. */
export function SymbolSearch() {
  const field = useRef<HTMLInputElement>(null);
  const open = (event: Event) => {
    event.preventDefault();
    const symbol = field.current?.value.trim().toUpperCase() ?? '';
    if (symbol !== '') location.assign(`/asset/${encodeURIComponent(symbol)}`);
  };
  return (
    <search class="search">
      <form onSubmit={open}>
        <input
          ref={field}
          type="search"
          aria-label="Symbol"
          placeholder="Symbol, e.g. NVDA"
          maxLength={32}
          autocomplete="off"
          spellcheck={false}
        />
      </form>
    </search>
  );
}
