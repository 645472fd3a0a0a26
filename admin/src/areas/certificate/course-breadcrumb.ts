/**
 * Breadcrumb to the course, between the certificate list and a page of one course; a course of the other type redirects
 * to its own page.
 */
import type { Above } from '#kit/record/page-title.ts';

export const courseBreadcrumb = ({ id, name }: { id: string; name: string }): readonly Above[] => [
  { label: name, to: `/course/flexy/${id}` },
];
