import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What takes longest, longest first. It begins first, so that no file is left to run alone in the end. A clean clone knows no durations of earlier
 * runs.
 */
const LONGEST = ['ingestion/samples', 'pages/walk-through', 'contract/groups'];

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
