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
        'Identifier among results of its type: key of an asset, Bioguide ID or name of a politician, slug, address, id of a market.',
    }),
    title: Type.String({ description: 'Its name.' }),
    subtitle: {
      type: ['string', 'null'],
      description: 'What distinguishes the result from namesakes. Null where nothing does.',
    },
    matched_name: Type.String({ description: 'The name that was found.' }),
    match: {
      type: 'string',
      enum: SEARCH_MATCHES.map((match) => match.toLowerCase()),
      description:
        'How the name matches the search. The name is the same, begins with it, has all of its words, or has words that differ from them by one letter.',
    },
  },
  'Something whose name matches.',
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
  tags: [{ name: 'search', title: 'Search', description: 'Assets, people, strategies and markets by name.' }],
  routes: ({ reader: { search } }) => [
    objectRoute({
      path: '/api/v1/search',
      operationId: 'search',
      tag: 'search',
      summary: 'Search by name',
      description:
        'Everything with a name like this, best match first. A name counts only where a record that the caller may see has it. A misspelled word also finds words that differ from it by one letter. Of prediction markets that match alike, the most traded comes first.',
      params: {
        q: textSearched,
        types: choicesParam('Only results of these types. Default: all.', TYPES),
        limit: integerParamWithDefault('Maximum number of results.', { minimum: 1, maximum: 100 }, 50),
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
