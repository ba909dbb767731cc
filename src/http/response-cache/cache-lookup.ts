import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { keyedAccessOf, pathOf } from '../authentication/admission.ts';
import type { PresentedKeys } from '../authentication/api-key.ts';
import type { Access, Meaning, Meanings } from '../request.ts';
import { allowedOrigin, type CorsOrigins } from '../response/cors.ts';
import { negotiateEncoding } from '../response/negotiate-encoding.ts';
import { createRepeats } from './admission-filter.ts';
import type { Asked } from './cached-response.ts';

/** A request whose answer may have been kept, by its looks. */
export interface Question {
  readonly access: Access;
  /** Without a key in it. */
  readonly url: string;
  /** Null: its URL is all it means. */
  readonly meanings: Meanings | null;
  /** What its `Accept` comes to: two of them that get the same answer are one question. */
  readonly answerType: string;
  /** Its body, once it was read. */
  body: string | null;
  /** The same, until it is put back, for whoever answers otherwise than from memory. */
  taken: Buffer | null;
  /** Once it was read, which it is not where its text was known. */
  meaning: Meaning | null;
}

/** Reads requests as far as it takes to find an answer that was kept. */
export interface Questions {
  /** Null for what is never kept. */
  read(raw: IncomingMessage): Question | null;
  /**
   * What a caller of this tier asks for. Null when that cannot be told: the body is not here yet, or means nothing.
   */
  asked(raw: IncomingMessage, question: Question, tierId: string): Asked | null;
}

/** Reads what a request means. */
export function meaningOf({ url, meanings, body, meaning }: Question): Meaning | null {
  return meaning ?? meanings?.of(url, body) ?? null;
}

/** Longer bodies are left alone: a socket's buffer holds this much. */
const MAX_BODY_BYTES = 32 * 1024;
const JSON_TYPE = /^application\/json\s*(;|$)/i;
/** Of an entry, besides its texts. */
const ENTRY_BYTES = 300;

export function createQuestions(deps: {
  readonly presentedKeys: PresentedKeys;
  readonly meanings: readonly Meanings[];
  readonly corsOrigins: CorsOrigins;
  /** For what is remembered of texts and what they mean. */
  readonly maxBytes: number;
}): Questions {
  const { presentedKeys, corsOrigins } = deps;
  const byPath = new Map(deps.meanings.map((meanings) => [meanings.path, meanings]));
  const known = new LRUCache<string, string>({
    maxSize: deps.maxBytes,
    sizeCalculation: (meaning, text) => ENTRY_BYTES + 2 * (meaning.length + text.length),
  });

  const repeats = createRepeats();

  const keyOf = (question: Question): string | null => {
    if (question.meanings === null) return question.url;
    const text = `${question.url}\n${question.body ?? ''}`;
    const found = known.get(text);
    if (found !== undefined) return found;
    question.meaning = meaningOf(question);
    if (question.meaning === null) return null;
    const { key } = question.meaning;
    // Most that come once never come again.
    if (repeats.note(text)) known.set(text, key);
    return key;
  };

  return {
    read(raw) {
      const { method = '', headers } = raw;
      const url = presentedKeys.cutFrom(raw);
      const path = pathOf(url);
      const meanings = byPath.get(path) ?? null;
      if (meanings === null) {
        const access = keyedAccessOf(path) ?? (path.startsWith('/api/') ? 'open' : undefined);
        const isRead = method === 'GET' || method === 'HEAD';
        return isRead && isBodiless(raw) && (access === 'key' || access === 'open')
          ? {
              access,
              url,
              meanings,
              answerType: headers.accept ?? '',
              body: null,
              taken: null,
              meaning: null,
            }
          : null;
      }
      if (headers['x-dry-run'] !== undefined) return null;
      if (presentedKeys.of(raw) === undefined) return null; // such a request may not ask for data
      if (method === 'GET' ? !isBodiless(raw) : method !== 'POST' || !isSmallJson(raw)) return null;
      const answerType = meanings.answerType(method, headers.accept);
      if (answerType === null) return null;
      return { access: 'graphql', url, meanings, answerType, body: null, taken: null, meaning: null };
    },
    asked(raw, question, tierId) {
      const { access, meanings, answerType } = question;
      const { origin } = raw.headers;
      if (raw.method === 'POST' && question.body === null) {
        question.taken = takeBody(raw);
        if (question.taken === null) return null;
        question.body = question.taken.toString();
      }
      const meaning = keyOf(question);
      if (meaning === null) return null;
      const readableBy = allowedOrigin(corsOrigins, origin) ?? '';
      const kind = `${access}\n${tierId}\n${answerType}\n${readableBy}\n${meanings?.path ?? ''}`;
      return {
        access,
        tierId,
        kind: meanings ? kind : null,
        key: `${kind}\n${meaning}`,
        encoding: negotiateEncoding(raw.headers['accept-encoding']),
      };
    },
  };
}

const isBodiless = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;

const isSmallJson = ({ headers }: IncomingMessage): boolean =>
  JSON_TYPE.test(headers['content-type'] ?? '') &&
  headers['content-encoding'] === undefined &&
  Number(headers['content-length'] ?? Number.NaN) <= MAX_BODY_BYTES;

/** The whole body, if it came with the headers. */
function takeBody(raw: IncomingMessage): Buffer | null {
  // Not `complete`, which is set a moment after the last byte came.
  if (raw.readableLength !== Number(raw.headers['content-length'])) return null;
  return raw.read();
}
