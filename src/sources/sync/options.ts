/** An option of a provider in `SOURCES_FILE`: one text or a list of texts. */
export type OptionSpec =
  | {
      readonly kind: 'text';
      readonly description: string;
      readonly default: string | null;
      readonly pattern?: RegExp;
    }
  | {
      readonly kind: 'list';
      readonly description: string;
      readonly default: readonly string[];
      readonly pattern?: RegExp;
    };

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export type OptionsOf<O extends OptionSpecs> = {
  readonly [Name in keyof O]: O[Name] extends { readonly kind: 'list' }
    ? readonly string[]
    : O[Name] extends { readonly default: string }
      ? string
      : string | null;
};

/** The options of a provider, defaults filled in. Throws with the name of the option that is wrong. */
export function parseOptions<O extends OptionSpecs>(
  specs: O,
  given: Readonly<Record<string, unknown>>,
): OptionsOf<O> {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(specs, name)) continue;
    const known = [...COMMON, ...Object.keys(specs)].join(', ');
    throw new Error(`there is no option "${name}"; options are ${known}`);
  }
  const options: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const value = given[name] ?? null;
    options[name] = value === null ? spec.default : optionValue(name, spec, value);
  }
  return options as OptionsOf<O>; // every name of the specs has been set to what its kind says
}

/** Options that every provider takes; see sources-file.ts. */
export const COMMON = ['base_url', 'every'] as const;

function optionValue(name: string, spec: OptionSpec, value: unknown): unknown {
  if (spec.kind === 'text') {
    if (!isText(value, spec)) throw new Error(`"${name}" must be ${wants(spec)}`);
    return value;
  }
  if (!Array.isArray(value)) throw new Error(`"${name}" must be a list: ${spec.description}`);
  const wrong = value.findIndex((entry) => !isText(entry, spec));
  if (wrong >= 0) throw new Error(`"${name}" entry ${wrong + 1} must be ${wants(spec)}`);
  return value;
}

function isText(value: unknown, { pattern }: OptionSpec): value is string {
  return typeof value === 'string' && value !== '' && (pattern === undefined || pattern.test(value));
}

/** The value is not shown: it may be a secret. */
function wants({ description, pattern }: OptionSpec): string {
  return pattern === undefined
    ? `a text: ${description}`
    : `a text that matches ${pattern.source}: ${description}`;
}
