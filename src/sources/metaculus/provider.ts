import { isObject } from '../../feed/json.ts';
import { createOpenScan } from '../prediction/open-scan.ts';
import { listIn, textIn } from '../sync/list-in.ts';
import { pagesByOffset } from '../sync/paging.ts';
import { defineProvider } from '../sync/provider.ts';
import { metaculusQuestions } from './metaculus-questions.ts';
import { parseMetaculusQuestions } from './questions-page.ts';

const PAGE = 100;

export const metaculus = defineProvider({
  name: 'metaculus',
  description: 'Metaculus: open questions; those that are no longer among them become inactive',
  feed: metaculusQuestions.feed,
  defaultBaseUrl: 'https://www.metaculus.com',
  everyMs: 60 * 60_000,
  minIntervalMs: 1_000,
  options: { token: { kind: 'text', description: 'API token of an account', default: null } },
  missing: ({ token }) =>
    token === null ? 'set its "token" in SOURCES_FILE: Metaculus answers only accounts' : null,
  async *items(context) {
    const { get, now, options } = context;
    const scan = createOpenScan('metaculus', context);
    let isLast = false;
    const headers = { authorization: `Token ${options.token}` };
    const pages = pagesByOffset(
      (offset) =>
        get('/api/posts/', { headers, query: { statuses: 'open', with_cp: 'true', limit: PAGE, offset } }),
      {
        pageSize: PAGE,
        maxPages: 200,
        entries: (answer) => listIn(answer, 'results'),
        idOf: (post) => textIn(post, 'id'),
      },
    );
    for await (const { answer } of pages) {
      yield* scan.pass(parseMetaculusQuestions(answer.json, now(), answer.url));
      isLast = isObject(answer.json) && answer.json.next === null;
    }
    if (isLast) yield* scan.missing();
  },
});
