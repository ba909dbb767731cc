import { MEDIA_TYPES } from '../formats/accept.ts';
import { OPERATION_EXAMPLES, rowsOf } from './examples.ts';
import type { OperationExample } from './operation-example.ts';

interface Content {
  [mediaType: string]: { example?: unknown };
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: {
    readonly type?: unknown;
    readonly default?: unknown;
    readonly enum?: readonly unknown[];
  };
  example?: unknown;
  /** Named; the reference leaves out of its request what is disabled. */
  examples?: Readonly<Record<string, { readonly value: unknown; readonly 'x-disabled': true }>>;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
}

/** Gives each operation the request and the answer that it has as an example. */
export function addExamples(operations: readonly Operation[]): void {
  for (const { operationId = '', parameters = [], requestBody, responses = {} } of operations) {
    const example = OPERATION_EXAMPLES[operationId] ?? {};
    for (const parameter of parameters) {
      const values = parameter.in === 'path' ? example.path : example.query;
      const value = values?.[parameter.name ?? ''];
      if (value !== undefined)
        parameter.example = parameter.schema?.type === 'integer' ? Number(value) : value;
      else if (parameter.in === 'query' && parameter.required !== true) leaveOut(parameter);
    }
    if (example.body !== undefined) fill(requestBody?.content, { answer: example.body });
    for (const [status, { content }] of Object.entries(responses))
      if (status.startsWith('2')) fill(content, example);
  }
}

/** The reference sends every parameter of which it knows a value: filters that contradict each other would find nothing. */
function leaveOut(parameter: Parameter): void {
  const { example, schema } = parameter;
  const value = example ?? schema?.default ?? schema?.enum?.[0];
  if (value === undefined) return;
  delete parameter.example;
  parameter.examples = { one: { value, 'x-disabled': true } };
}

function fill(content: Content = {}, example: OperationExample): void {
  for (const [type, media] of Object.entries(content)) {
    const shown = shownAs(type, example);
    if (shown !== undefined) media.example = shown;
  }
}

function shownAs(type: string, example: OperationExample): unknown {
  switch (type) {
    case MEDIA_TYPES.json:
    case 'text/plain': // JSON of senders that cannot say so
      return example.answer;
    case MEDIA_TYPES.csv:
      return example.csv;
    case MEDIA_TYPES.ndjson: {
      return rowsOf(example)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join('');
    }
    default:
      return; // bytes
  }
}
