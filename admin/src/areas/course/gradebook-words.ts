/** Results of a gradebook in words, for its list and its spreadsheet. */
import { type getGradebook, projectStates } from '#contract/course/gradebook.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatNumber } from '#kit/format/formats.ts';

export type Gradebook = Reply<typeof getGradebook>;
export type Graded = Gradebook['members'][number];

/** "3 of 12"; a dash if the course has none. */
export const ofAll = (done: number, all: number): string =>
  all === 0 ? '–' : `${formatNumber(done)} of ${formatNumber(all)}`;

/** Score of the final project, or why there is none. */
export const projectOf = ({ project }: Graded): string => {
  if (!project) return '–';
  const { state, score } = project;
  if (score === null) return projectStates[state];
  return state === 'waiting' ? `${formatNumber(score)}, new attempt to review` : formatNumber(score);
};
