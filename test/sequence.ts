import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, longest first. It begins first, so that no file is left to run alone in the end; of the files that import all
 * samples two begin at once, for one of them makes the store that the others copy. A clean clone knows no durations of earlier runs.
 */
const LONGEST = [
  'ingestion/rederive/every-sample',
  'api/samples',
  'pages/walk-through',
  'contract/groups',
  'contract/captures-add-up',
];

/** The order of test files: the longest, then as Vitest orders them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return index === -1 ? LONGEST.length : index;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
