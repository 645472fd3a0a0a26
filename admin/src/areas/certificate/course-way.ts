/** What stands between the list of certificates and a page of one course in the bar on top: the course; one of the other type leads on to its own page. */
import type { Above } from '#kit/record/page-title.ts';

export const courseWay = ({ id, name }: { id: string; name: string }): readonly Above[] => [
  { label: name, to: `/course/flexy/${id}` },
];
