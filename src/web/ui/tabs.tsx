/** One of a few, always shown whole. */
export function Tabs<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: Readonly<Record<T, string>>;
  readonly onChange: (value: T) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <fieldset class="ranges" aria-label={label}>
      {Object.entries<string>(options).map(([one, title]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChange(one as T) /* one of the options */}
        >
          {title}
        </button>
      ))}
    </fieldset>
  );
}
