/** Filter of a list by a course, found by its name. */
import { getCourse } from '#contract/course/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Option, SearchResult } from '#kit/form/finder.tsx';
import type { LookupFilter } from '#kit/list/lookup-chip.tsx';
import { foldedOptions } from '../product/use-drafts.ts';
import { useCourses } from './course-search.ts';

const most = 10;

/** Option of a filter by products; drafts say so. */
export const productOption = (value: string, label: string, isPublished: boolean): Option => ({
  value,
  label,
  ...(!isPublished && { hint: 'Draft' }),
});

const useCourseOptions = (search: string, isOpen: boolean): SearchResult =>
  foldedOptions(useCourses(search, most, isOpen), ({ id, name, isPublished }) => productOption(id, name, isPublished));

export const courseFilter: LookupFilter = {
  name: 'courseId',
  label: 'Course',
  placeholder: 'Search courses',
  nothing: 'No matches',
  useSearch: useCourseOptions,
  useName: (id) => useCall(getCourse, { params: { id } }, { enabled: id !== '' }).data?.name,
};
