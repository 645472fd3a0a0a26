/** The course whose certificates are shown, for the bar on top; one of the other type leads on to its own page. */
import type { Above } from '#kit/record/page-title.ts';

export const courseWay = ({ id, name }: { id: string; name: string }): readonly Above[] => [
  { label: name, to: `/course/flexy/${id}` },
];
