import { Type } from 'typebox';
import { checkSearchText } from '../../core/read/search.ts';
import { SEARCH_MATCHES } from '../../core/search-ports.ts';
import { invalidParameter } from '../../errors.ts';
import { SEARCH_TYPES } from '../../feed/search-text.ts';
import type { RestModule } from '../extend.ts';
import { objectRoute } from '../lists/object-route.ts';
import { exact } from '../openapi/schema.ts';
import { choicesParam, integerParamWithDefault, type Param } from '../request/param.ts';

const TYPES = SEARCH_TYPES.map((type) => type.toLowerCase());

const resultSchema = exact(
  {
    type: { type: 'string', enum: TYPES, description: 'What it is.' },
    key: Type.String({
      description:
        'What identifies it among those of its type: key of an asset, number or name of a politician, slug, address, id of a market.',
    }),
    title: Type.String({ description: 'Its name.' }),
    subtitle: {
      type: ['string', 'null'],
      description: 'What tells it from namesakes; null where nothing does.',
    },
    matched_name: Type.String({ description: 'The name that was found.' }),
    match: {
      type: 'string',
      enum: SEARCH_MATCHES.map((match) => match.toLowerCase()),
      description:
        'How that name matches: it is what was searched for, begins with it, has all of its words, or words that differ from them in a letter.',
    },
  },
  'Something that has a name which matches.',
);

const textSearched: Param<string> = {
  schema: Type.String({ minLength: 1, maxLength: 200, examples: ['apple'] }),
  description: 'Name, its beginning, or a symbol in any spelling; at most 12 words. Required.',
  required: true,
  read(text, name) {
    if (text === undefined) throw invalidParameter(name, '', 'given: a text with a letter or digit');
    checkSearchText(name, text);
    return text;
  },
};

/** What feeds tell of, by name. */
export const searchRoutes: RestModule = {
  tags: [{ name: 'search', description: 'Assets, people, strategies and markets by name.' }],
  routes: ({ reader: { search } }) => [
    objectRoute({
      path: '/api/v1/search',
      operationId: 'search',
      tag: 'search',
      summary: 'Search by name',
      description:
        'What has a name like this, the best match first. A name counts only where a record that the caller may see has it. Misspelled words are read as words that differ in a letter.',
      params: {
        q: textSearched,
        types: choicesParam('Only things of these types; all unless given.', TYPES),
        limit: integerParamWithDefault('Most results.', { minimum: 1, maximum: 100 }, 50),
      },
      schema: exact(
        {
          results: Type.Array(Type.Ref('SearchResult#')),
          has_more: Type.Boolean({ description: 'Whether there are more than `limit`.' }),
        },
        'The best results.',
      ),
      components: { SearchResult: resultSchema },
      bySnapshot: false,
      feeds: search.feeds,
      async read({ q: text, types, limit }, { caller }) {
        const wanted = types && SEARCH_TYPES.filter((type) => types.includes(type.toLowerCase()));
        const { hits, more } = await search.find({ text, types: wanted, limit }, caller.view);
        const results = hits.map(({ type, key, title, subtitle, name, match }) => ({
          type: type.toLowerCase(),
          key,
          title,
          subtitle,
          matched_name: name,
          match: match.toLowerCase(),
        }));
        return { results, has_more: more };
      },
    }),
  ],
};
