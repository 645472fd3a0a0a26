/** Searches courses of both types by name: published ones first, drafts folded. */
import { useDebouncedValue } from '@mantine/hooks';
import { listCourses } from '#contract/course/endpoints.ts';
import type { RowOf } from '#kit/list/source.ts';
import { useCall } from '#kit/api/use-call.ts';
import { useDrafts } from '../product/use-drafts.ts';

export type CourseMatch = RowOf<typeof listCourses, 'courses'>;

/** Pages of both types. */
function usePages(query: { search: string; pageSize: number; isPublished: 'true' | 'false' }, enabled: boolean) {
  const options = { keepPrevious: true, enabled };
  return [
    useCall(listCourses, { params: { type: 'flexy' }, query: { ...query, page: 1 } }, options),
    useCall(listCourses, { params: { type: 'fast-track' }, query: { ...query, page: 1 } }, options),
  ];
}

/** At most `pageSize` published courses of each type, and as many drafts. */
export function useCourses(search: string, pageSize: number, isOpen = true) {
  const published = usePages({ search, pageSize, isPublished: 'true' }, isOpen);
  const drafts = usePages({ search, pageSize, isPublished: 'false' }, isOpen);
  return useDrafts(search, published, drafts, ({ courses }) => courses);
}

/** Courses that match what is typed; `isMore`: there are more than `max`. Previous results stay until `isSettled`. */
export function useCourseSearch(text: string, max: number) {
  const [search] = useDebouncedValue(text.trim(), 150);
  const { published, drafts, isSettled, shown, ...found } = useCourses(search, max);
  return {
    ...found,
    search,
    courses: [...published, ...drafts],
    isSettled: isSettled && text.trim() === search,
    isMore: shown.some(({ data }) => data && data.totalItems > max),
  };
}
