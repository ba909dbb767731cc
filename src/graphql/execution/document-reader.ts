import {
  type ASTVisitor,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  parse,
  specifiedRules,
  type ValidationContext,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors.ts';
import type { Deprecation } from '../../feed/deprecation.ts';
import { checkDocument, checkSource, LIMITS } from '../cost/limits.ts';
import { checkTexts } from './check-texts.ts';
import { createVariableDeprecations, deprecationsIn, type VariableDeprecations } from './deprecations.ts';
import { placeOf } from './errors.ts';
import { withKnownNames } from './known-names.ts';

/** A document that was read: parsed, and held against the limits. */
export interface ReadDocument {
  /** Null: it does not parse. */
  readonly document: DocumentNode | null;
  /** Why it is refused, whichever caller sends it: its syntax, LIMIT_EXCEEDED, or INVALID_PARAMETER for a text; null: it is not. */
  readonly refusal: Error | null;
  /** What the schema says against it; empty: it is valid. Validated when first asked for. */
  errors(): readonly GraphQLError[];
  /** What it and the values of its variables use that is deprecated. */
  deprecations(variables: { readonly [name: string]: unknown }): readonly Deprecation[];
}

/** Reads a document, and remembers the result; the documents used longest ago are forgotten. */
export type ReadDocumentText = (text: string) => ReadDocument;

/** What a parsed document takes for each character of its text: 80 to 150 bytes by measurement. */
const BYTES_A_CHARACTER = 150;
const MAX_BYTES = 24 * 1024 * 1024;

export function createDocumentReader(schema: GraphQLSchema): ReadDocumentText {
  const inVariables = createVariableDeprecations(schema);
  const known = new LRUCache<string, ReadDocument>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_, text) => BYTES_A_CHARACTER * text.length + 1,
  });
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const read = readDocument(schema, inVariables, text);
    if (text.length <= LIMITS.documentBytes) known.set(text, read);
    return read;
  };
}

function readDocument(schema: GraphQLSchema, inVariables: VariableDeprecations, text: string): ReadDocument {
  let document: DocumentNode | null = null;
  let refusal: Error | null = null;
  let errors: readonly GraphQLError[] | undefined;
  let deprecations: readonly Deprecation[] | undefined;
  try {
    checkSource(text);
    document = parse(text, { maxTokens: LIMITS.tokens });
    checkDocument(document);
    checkTexts(document);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    refusal = refusalOf(error);
  }
  return {
    document,
    refusal,
    errors() {
      errors ??= document
        ? validate(schema, document, RULES).map((error) =>
            asBadRequest(error, 'GRAPHQL_VALIDATION_FAILED', withKnownNames(schema, error.message)),
          )
        : [];
      return errors;
    },
    deprecations(variables) {
      if (!document) return [];
      deprecations ??= deprecationsIn(schema, document);
      return [...new Set([...deprecations, ...inVariables(document, variables)])];
    },
  };
}

function refusalOf(error: Error): Error {
  if (error instanceof GraphQLError && !(error.originalError instanceof AppError))
    return asBadRequest(error, 'GRAPHQL_PARSE_FAILED');
  // The parser recurses. Code that is not compiled yet takes more stack, and runs out of it within the limit of tokens.
  if (error instanceof RangeError) return new AppError('LIMIT_EXCEEDED', 'the document is nested too deep');
  return error;
}

/** Yoga reads the status; with `spec` the status is 200 where the answer is `application/json`, as GraphQL over HTTP has it. */
function asBadRequest(error: GraphQLError, code: string, message = error.message): GraphQLError {
  const extensions = { code, http: { spec: true, status: 400 } };
  return new GraphQLError(message, { ...placeOf(error), extensions });
}

/**
 * Refuses operations the schema has no root type for, as validation: the specification leaves that to execution, whose
 * errors are no reason for a status other than 200.
 */
const knownOperationTypes = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition(node) {
    if (context.getSchema().getRootType(node.operation)) return;
    context.reportError(new GraphQLError(`the schema has no ${node.operation}`, { nodes: node }));
  },
});

const RULES = [...specifiedRules, knownOperationTypes];
