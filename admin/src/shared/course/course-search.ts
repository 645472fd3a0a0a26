/** Searches courses of both types by name: published ones first, drafts folded. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { listCourses } from '#contract/course/endpoints.ts';
import type { RowOf } from '#kit/list/source.ts';
import { useCall } from '#kit/api/use-call.ts';

export type CourseMatch = RowOf<typeof listCourses, 'courses'>;

/** Pages of both types. */
function useBothTypes(query: { search: string; pageSize: number; isPublished: 'true' | 'false' }) {
  const options = { keepPrevious: true };
  const flexy = useCall(listCourses, { params: { type: 'flexy' }, query: { ...query, page: 1 } }, options);
  const fast = useCall(listCourses, { params: { type: 'fast-track' }, query: { ...query, page: 1 } }, options);
  return [flexy, fast] as const;
}

const rowsOf = (pages: ReturnType<typeof useBothTypes>): CourseMatch[] =>
  pages.flatMap(({ data }) => data?.courses ?? []);

const totalOf = (pages: ReturnType<typeof useBothTypes>) =>
  pages.reduce((sum, { data }) => sum + (data?.totalItems ?? 0), 0);

/**
 * Returns at most `max` published courses of each type, and as many drafts once they are unfolded or nothing else
 * matches; `isMore`: there are further matches. Previous results stay until `isSettled`.
 */
export function useCourseSearch(text: string, max: number) {
  const [search] = useDebouncedValue(text.trim(), 150);
  const [isUnfolded, setUnfolded] = useState(false);
  const published = useBothTypes({ search, pageSize: max, isPublished: 'true' });
  const drafts = useBothTypes({ search, pageSize: max, isPublished: 'false' });
  const isSettled =
    text.trim() === search && [...published, ...drafts].every(({ data, isPrevious }) => data && !isPrevious);
  const hasOnlyDrafts = search !== '' && isSettled && totalOf(published) === 0;
  const isShown = isUnfolded || hasOnlyDrafts;
  const shown = isShown ? [...published, ...drafts] : published;
  return {
    search,
    courses: [...rowsOf(published), ...(isShown ? rowsOf(drafts) : [])],
    failed: [...published, ...drafts].find(({ error, data }) => error && !data),
    isSettled,
    isMore: shown.some(({ data }) => data && data.totalItems > max),
    fold: {
      count: hasOnlyDrafts ? 0 : totalOf(drafts),
      isCapped: drafts.some(({ data }) => data?.isTotalCapped),
      isShown,
      toggle: () => setUnfolded(!isUnfolded),
    },
  };
}
