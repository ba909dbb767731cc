import { isObject } from '../../feed/json.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import type { Item } from '../format.ts';
import { itemsOf, itemsOfGroup, type LeftOut } from '../prediction/market.ts';
import { captureContext, elementsOf, hasFields, type PageShape } from '../prediction/read-pages.ts';
import { postFacts, questionOfPost } from './question.ts';
import { oldQuestion } from './question-2024.ts';

/**
 * Questions of `GET https://www.metaculus.com/api/posts/`: `{results, next}`, paged with `limit` (at most 100) and
 * `offset`, with forecasts only where `with_cp=true` is asked; `next` is the address of the next page, null on the last. `/api/posts/{id}/`: one object. A token is needed
 * (`Authorization: Token …`). `/api2/questions/` has the same pages; until 2024 their elements were of another shape.
 *
 * A post holds one question, or a group of them; a question of a group is `<post id>-<question id>`. The post id is the
 * one in the address of the page, and the id of the older shape.
 */
export function* parseMetaculusQuestions(
  json: unknown,
  capturedAt: Date | null,
  where: string,
): Generator<Item> {
  const elements = elementsOf(json, where, METACULUS_PAGE);
  yield captureMark(METACULUS, where, captureContext(capturedAt));
  for (const [index, raw] of elements.entries()) {
    const place = { where, at: `record ${index + 1}` };
    yield jsonEntry(place.at, raw);
    const group = isObject(raw) ? raw.group_of_questions : undefined;
    if (isObject(raw) && isObject(group)) {
      // Only the list is a level lower than in other groups.
      yield* itemsOfGroup(
        place,
        { ...raw, questions: group.questions },
        'questions',
        (post) => postFacts(post, capturedAt),
        (question, post, inside) =>
          itemsOf('metaculus', inside, question, (entry) => questionOfPost(entry, post, true)),
      );
    } else
      yield* itemsOf('metaculus', place, raw, (entry) => {
        if (isOld(entry.raw)) return oldQuestion(entry, capturedAt);
        const post = postFacts(entry, capturedAt);
        const question = entry.object('question');
        return question === null ? NO_QUESTION : questionOfPost(question, post, false);
      });
  }
}

const NO_QUESTION: LeftOut = {
  leftOut: 'post without a question of its own (a notebook or a conditional pair)',
};

type Raw = Readonly<Record<string, unknown>>;
const isPost = (value: Raw) => hasFields(value, 'projects', 'status') && !isOld(value);
const isOld = (value: Raw) => hasFields(value, 'active_state', 'possibilities');

export const METACULUS = { name: 'metaculus-questions', version: 2, captures: 'state' } as const;

const METACULUS_PAGE: PageShape = {
  what: 'Metaculus questions',
  members: ['results'],
  isElement: (value) => hasFields(value, 'id', 'title') && (isPost(value) || isOld(value)),
};
