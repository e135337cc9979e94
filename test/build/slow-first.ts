import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest on a machine that has not run them before, where the larger file is taken to be the slower one: these are small, or wait
 * for services that do not answer. Begun last, one of them would run alone at the end.
 */
const SLOW = [
  "areas/every-area-and-form.test.ts",
  "commands/failing-answers.long.test.ts",
  "commands/refused-answers.long.test.ts",
  "commands/watch.test.ts",
  "service/embedded.test.ts",
  "service/sequence.test.ts",
  "words/every-text.test.ts",
];

const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.some((name) => moduleId.endsWith(`/test/${name}`));

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => Number(isSlow(right)) - Number(isSlow(left)));
  }
}
