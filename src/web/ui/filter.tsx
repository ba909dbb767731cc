/** A choice above a table; the empty value is everything. */
export function Choice<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: Readonly<Record<T, string>>;
  readonly onChange: (value: T) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <select
      aria-label={label}
      value={value}
      class={value === '' ? '' : 'chosen'}
      onChange={({ currentTarget }) => onChange(currentTarget.value as T) /* one of the options */}
    >
      {Object.entries<string>(options).map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A ticker to filter by. */
export function TickerFilter(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <input
      type="search"
      aria-label={label}
      placeholder="Ticker"
      class={value === '' ? 'ticker-filter' : 'ticker-filter chosen'}
      size={7}
      maxLength={12}
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value.trim().toUpperCase())}
    />
  );
}
