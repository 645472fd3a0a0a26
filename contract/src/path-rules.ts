/** What follows from a learning path's fields (domain.md, Learning path). Pure; both sides use it. */

/** What a learning path lacks for publishing, in the order of its page. */
export const missingForPathPublishing = ({
  totalCourses,
}: {
  totalCourses: number;
}): { path: 'courses'; label: string }[] => (totalCourses === 0 ? [{ path: 'courses', label: 'a course' }] : []);
