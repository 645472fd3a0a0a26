/** Texts on a learning path that several of its pages show. */
import { type learningPaths, type pathDraft, dripNames } from '#contract/learning-path/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Opened } from '#kit/record/opened.ts';

export type Path = Reply<typeof learningPaths.get>;
export type OpenPath = Opened<Path, typeof pathDraft>;

type Dripping = Pick<Path, 'isDripContent' | 'dripInterval'>;

/** How its content opens: `A section weekly`. */
export const dripInWords = ({ isDripContent, dripInterval }: Dripping): string =>
  isDripContent && dripInterval !== null ? `A section ${dripNames[dripInterval].toLowerCase()}` : 'All at once';
