/** Searches courses of both types by name. */
import { useDebouncedValue } from '@mantine/hooks';
import { listCourses } from '#contract/course/endpoints.ts';
import type { RowOf } from '#kit/list/source.ts';
import { useCall } from '#kit/api/use-call.ts';

export type CourseMatch = RowOf<typeof listCourses, 'courses'>;

/**
 * Returns at most `max` courses of each type; `isMore`: there are further matches. Previous results stay until
 * `isSettled`.
 */
export function useCourseSearch(text: string, max: number) {
  const [search] = useDebouncedValue(text.trim(), 150);
  const query = { search, page: 1, pageSize: max };
  const options = { keepPrevious: true };
  const flexy = useCall(listCourses, { params: { type: 'flexy' }, query }, options);
  const fast = useCall(listCourses, { params: { type: 'fast-track' }, query }, options);
  const both = [flexy, fast];
  return {
    search,
    courses: both.flatMap(({ data }) => data?.courses ?? []),
    failed: both.find(({ error, data }) => error && !data),
    isSettled: text.trim() === search && both.every(({ data, isPrevious }) => data && !isPrevious),
    isMore: both.some(({ data }) => data && data.totalItems > max),
  };
}
