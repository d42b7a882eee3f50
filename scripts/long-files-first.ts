// The order of the test files: a long one that starts last would leave the other worker without work.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute or more on two cores, longest first. */
const LONG = ['packages/audio/src/encode/encoder-leak.test.ts', 'packages/audio/src/leak.test.ts'];

export default class LongFilesFirst extends BaseSequencer {
  /** Vitest's own order, with the long files at the head of their projects: a project's workers are not another's. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(`/${path}`));
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
