import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { checkText } from '../../core/checks/check-text.ts';
import { AppError } from '../../errors.ts';
import { manifold } from './introspection.ts';

/** What a document may be before it is validated or executed. */
export const LIMITS = {
  documentBytes: 64 * 1024,
  tokens: 2000,
  depth: 10,
  introspectionDepth: 15,
  rootFields: 30,
  aliases: 60,
  /** Fields of a selection with one response name; validation compares each with each. */
  repeats: 100,
  objects: 10_000,
  schemas: 1,
  types: 5,
  /** See `introspection.ts`; GraphiQL asks for about two thirds of it. */
  introspectionWeight: 40_000,
  /** Variables escape the limits of the document. */
  variableDepth: 16,
  variableValues: 5000,
} as const;

/** What a selection comes to once its fragments are spread. */
interface Measure {
  /** Levels of fields. */
  readonly depth: number;
  /** Levels of fields where `__schema` or `__type` is among them. */
  readonly introspectionDepth: number;
  readonly aliases: number;
  /** Fields of the selection itself. */
  readonly fields: number;
  /** `__schema` and `__type` fields. */
  readonly schemas: number;
  readonly types: number;
  /** Values it comes to, if it is introspection. */
  readonly weight: number;
  /** The same for the introspection that is in it. */
  readonly introspectionWeight: number;
}

const NOTHING: Measure = {
  depth: 0,
  introspectionDepth: 0,
  aliases: 0,
  fields: 0,
  schemas: 0,
  types: 0,
  weight: 0,
  introspectionWeight: 0,
};

/** Throws LIMIT_EXCEEDED. Takes time in proportion to the document: every fragment is measured once. */
export function checkDocument(document: DocumentNode): void {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const measuring: Measuring = { fragments, measured: new Map() };
  for (const name of fragments.keys()) ofFragment(measuring, name);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) checkOperation(measuring, definition);
  }
}

function checkOperation(measuring: Measuring, operation: OperationDefinitionNode): void {
  const measured = measure(measuring, operation.selectionSet);
  const { depth, introspectionDepth, aliases, fields } = measured;
  check('levels of fields', depth, LIMITS.depth);
  check('levels of introspection', introspectionDepth, LIMITS.introspectionDepth);
  check('root fields', fields, LIMITS.rootFields);
  check('aliases', aliases, LIMITS.aliases);
  check('__schema fields', measured.schemas, LIMITS.schemas);
  check('__type fields', measured.types, LIMITS.types);
  check('values of introspection, by estimate', measured.introspectionWeight, LIMITS.introspectionWeight);
}

function check(what: string, value: number, limit: number): void {
  if (value <= limit) return;
  throw new AppError('LIMIT_EXCEEDED', `the operation has more than ${limit} ${what}`);
}

/** Throws LIMIT_EXCEEDED for a document that is too long to be parsed. */
export function checkSource(source: string): void {
  if (Buffer.byteLength(source) <= LIMITS.documentBytes) return;
  throw new AppError('LIMIT_EXCEEDED', `the document is larger than ${LIMITS.documentBytes} bytes`);
}

/** Throws LIMIT_EXCEEDED for more objects than an operation may ask for. */
export function checkObjects(objects: number): void {
  if (objects <= LIMITS.objects) return;
  throw new AppError(
    'LIMIT_EXCEEDED',
    `the operation asks for ${objects} objects, at most ${LIMITS.objects} are allowed`,
  );
}

/**
 * Throws LIMIT_EXCEEDED for variables that are nested too deep or hold too much, and INVALID_PARAMETER for texts that no
 * record can hold.
 */
export function checkVariables(variables: unknown): void {
  let values = 0;
  const visit = (value: unknown, depth: number, path: string): void => {
    values += 1;
    if (typeof value === 'string') checkText(path, value);
    if (depth > LIMITS.variableDepth || values > LIMITS.variableValues)
      throw new AppError(
        'LIMIT_EXCEEDED',
        `variables are nested deeper than ${LIMITS.variableDepth} levels or hold more than ${LIMITS.variableValues} values`,
      );
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const below = Array.isArray(value) ? `[${name}]` : `.${name}`;
      visit(inner, depth + 1, path === '' ? `$${name}` : path + below);
    }
  };
  visit(variables, 0, '');
}

interface Measuring {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Null while a fragment is being measured: meeting it again is a cycle. */
  readonly measured: Map<string, Measure | null>;
}

function ofFragment(measuring: Measuring, name: string): Measure {
  const known = measuring.measured.get(name);
  if (known) return known;
  if (known === null) throw new AppError('LIMIT_EXCEEDED', `fragment ${name} contains itself`);
  const fragment = measuring.fragments.get(name);
  if (!fragment) return NOTHING; // validation names it
  measuring.measured.set(name, null);
  const result = measure(measuring, fragment.selectionSet);
  measuring.measured.set(name, result);
  return result;
}

function measure(measuring: Measuring, selectionSet: SelectionSetNode): Measure {
  let { depth, introspectionDepth, aliases, fields, schemas, types, weight, introspectionWeight } = NOTHING;
  const repeats = new Map<string, number>();
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FIELD) {
      const name = selection.alias?.value ?? selection.name.value;
      const times = (repeats.get(name) ?? 0) + 1;
      repeats.set(name, times);
      check(`fields named ${name} in one selection`, times, LIMITS.repeats);
      const inner = selection.selectionSet ? measure(measuring, selection.selectionSet) : NOTHING;
      const introspects = selection.name.value === '__schema' || selection.name.value === '__type';
      if (introspects) introspectionDepth = Math.max(introspectionDepth, 1 + inner.depth);
      else {
        depth = Math.max(depth, 1 + inner.depth);
        if (inner.introspectionDepth > 0)
          introspectionDepth = Math.max(introspectionDepth, 1 + inner.introspectionDepth);
      }
      aliases += inner.aliases + (selection.alias ? 1 : 0);
      fields += 1;
      schemas += inner.schemas + (selection.name.value === '__schema' ? 1 : 0);
      types += inner.types + (selection.name.value === '__type' ? 1 : 0);
      weight += manifold(selection.name.value) * (1 + inner.weight);
      introspectionWeight += introspects ? inner.weight : inner.introspectionWeight;
      continue;
    }
    const inner =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? ofFragment(measuring, selection.name.value)
        : measure(measuring, selection.selectionSet);
    depth = Math.max(depth, inner.depth);
    introspectionDepth = Math.max(introspectionDepth, inner.introspectionDepth);
    aliases += inner.aliases;
    fields += inner.fields;
    schemas += inner.schemas;
    types += inner.types;
    weight += inner.weight;
    introspectionWeight += inner.introspectionWeight;
  }
  return { depth, introspectionDepth, aliases, fields, schemas, types, weight, introspectionWeight };
}

/** Whether the document asks for nothing but the schema: what a request without a key may do. */
export function isIntrospection(document: DocumentNode): boolean {
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  // checkDocument has refused cycles; `seen` keeps doubling fragments from being walked twice.
  const seen = new Set<string>();
  const introspects = (selectionSet: SelectionSetNode): boolean =>
    selectionSet.selections.every((selection) => {
      if (selection.kind === Kind.FIELD) return INTROSPECTION.has(selection.name.value);
      if (selection.kind === Kind.INLINE_FRAGMENT) return introspects(selection.selectionSet);
      const { value: name } = selection.name;
      const fragment = fragments.get(name);
      if (!fragment || seen.has(name)) return true; // unknown: validation names it; seen: judged already
      seen.add(name);
      return introspects(fragment.selectionSet);
    });
  return document.definitions.every(
    (definition) => definition.kind !== Kind.OPERATION_DEFINITION || introspects(definition.selectionSet),
  );
}

const INTROSPECTION = new Set(['__schema', '__type', '__typename']);
