/** Texts on a learning path that several of its pages show. */
import { type learningPaths, type pathDraft, dripNames } from '#contract/learning-path/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { counted } from '#kit/format/formats.ts';
import type { Opened } from '#kit/record/opened.ts';

export type Path = Reply<typeof learningPaths.get>;
export type OpenPath = Opened<Path, typeof pathDraft>;

type Dripping = Pick<Path, 'isDripContent' | 'dripInterval'>;

/** How its content opens: `A section weekly`. */
export const dripInWords = ({ isDripContent, dripInterval }: Dripping): string =>
  isDripContent && dripInterval !== null ? `A section ${dripNames[dripInterval].toLowerCase()}` : 'All at once';

/** Effect of unassigning courses from a path with so many users, in words that fit one and many. */
export const courseLossInWords = (totalUsers: number): string =>
  totalUsers === 0
    ? 'the path no longer opens it.'
    : `${counted(totalUsers, 'user loses', 'users lose')} it, unless they have it another way.`;

/** Effect of unassigning users from a path. */
export const userLossInWords = ({ totalCourses }: Pick<Path, 'totalCourses'>): string =>
  `${totalCourses === 0 ? 'the path is' : `the path and its ${counted(totalCourses, 'course', 'courses')} are`} closed to them, unless they have them another way.`;

export const deletionInWords = ({ totalCourses }: Pick<Path, 'totalCourses'>): string =>
  `${totalCourses === 0 ? '' : `its ${counted(totalCourses, 'course stays as it is', 'courses stay as they are')}; `}a final quiz or project goes with it. This cannot be undone.`;
