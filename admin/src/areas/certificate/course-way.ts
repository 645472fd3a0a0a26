/** The way to what belongs to the certificates of a course, for the bar on top. */
import type { Above } from '#kit/record/page-title.ts';

export const courseWay = ({ id, name }: { id: string; name: string }): readonly Above[] => [
  { label: name, to: `/certificate/course/${id}` },
];
