/** List of the courses of one type. A new course is a draft with a name; its page has the other fields. */
import {
  ProductKind,
  courseDraft,
  courseKindNames,
  deliveryNames,
  newCourse,
  productKindNames,
} from '#contract/course/draft.ts';
import { courseHas, courseMessages, createCourse, listCourses } from '#contract/course/endpoints.ts';
import { labelsOf } from '#contract/kernel/draft.ts';
import type { CourseType } from '#contract/course/rules.ts';
import { categoryChoices } from '#admin-shared/course/categories.ts';
import { choicesOf } from '#kit/format/choices.ts';
import { countColumn, fieldColumn, momentColumn } from '#kit/list/field-column.tsx';
import { type Column, type RowsSource, SourceListPage } from '#kit/list/list-page.tsx';
import { type RowOf, endpointSource } from '#kit/list/source.ts';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { StatusBadge, typeWords } from './course-words.tsx';
import { Price } from '#admin-shared/pricing/price.tsx';
import { publicationFilter } from '#kit/display/publication.tsx';
import { lazy } from 'react';
import { maxIds } from '#contract/kernel/fields.ts';
import type { Chosen } from '#admin-shared/batch/use-batch.ts';

const Actions = lazy(async () => ({ default: (await import('./publishing-actions.tsx')).PublishingActions }));

const selectionOf = (type: CourseType) => ({
  max: maxIds,
  takesAll: true,
  name: ({ name }: { name: string }) => name,
  actions: (chosen: Chosen) => <Actions chosen={chosen} type={type} />,
});

const courseSelections = { flexy: selectionOf('flexy'), 'fast-track': selectionOf('fast-track') };

type Course = RowOf<typeof listCourses, 'courses'>;

const labels = labelsOf(courseDraft);

const column = fieldColumn(courseDraft);

const first: readonly Column<Course>[] = [
  {
    label: labels.name,
    sort: 'name',
    cell: (course) => <NameCell name={course.name} thumbnail={course.thumbnail} sub={tags(course)} />,
  },
  column('category', { width: 120, hiddenBelow: 1080, empty: '–' }),
];
const dates = [column('startDate'), column('endDate', { hiddenBelow: 1080 })];
/** Last columns; cohorts also have date columns, so sections are hidden earlier. */
const last = (sectionsFrom: 1080 | 1240): readonly Column<Course>[] => [
  { label: labels.price, sort: 'price', cell: (course) => <Price {...course} />, align: 'right', width: 130 },
  countColumn('totalMembers', 'Members'),
  countColumn('totalSections', 'Sections', { hiddenBelow: sectionsFrom }),
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 1080 }),
  { label: 'Status', cell: (course) => <StatusBadge status={course.status} />, width: 112, card: 'badge' },
];
const columns: Record<CourseType, readonly Column<Course>[]> = {
  flexy: [...first, ...last(1080)],
  'fast-track': [...first, ...dates, ...last(1240)],
};

const sources: Record<CourseType, RowsSource<Course>> = {
  flexy: endpointSource(listCourses, 'courses', { type: 'flexy' }),
  'fast-track': endpointSource(listCourses, 'courses', { type: 'fast-track' }),
};

const filters = [
  { name: 'filter', label: labels.category, options: categoryChoices },
  publicationFilter,
  {
    name: 'has',
    label: 'Needs attention',
    options: choicesOf(courseHas),
  },
];

const purposes: Record<CourseType, string> = {
  flexy: 'Members take a flexy course on their own, at any time.',
  'fast-track': 'Members take a fast-track course together, on fixed dates.',
};

/** "Academy · Onsite · Private", without parts that do not apply. */
function tags({ productKind, deliveryMode, courseKind }: Course): string {
  return [
    productKind === ProductKind.ACADEMY && productKindNames[productKind],
    deliveryNames[deliveryMode],
    courseKind === 'private' && courseKindNames.private,
  ]
    .filter(Boolean)
    .join(' · ');
}

function CourseListPage({ type }: { type: CourseType }) {
  const { title, to, one } = typeWords[type];
  return (
    <SourceListPage
      title={title}
      source={sources[type]}
      columns={columns[type]}
      filters={filters}
      selection={courseSelections[type]}
      search={{ placeholder: 'Search courses' }}
      rowKey={({ id }) => id}
      rowLink={(course) => `${to}/${course.id}`}
      create={{
        what: one,
        draft: newCourse,
        call: createCourse,
        params: { type },
        messages: courseMessages[type].create,
        to: ({ courseId }) => `${to}/${courseId}`,
      }}
      empty={{
        title: `No ${one}s yet`,
        text: `${purposes[type]} Start with a name; everything else can wait until you publish.`,
      }}
    />
  );
}

export const FlexyListPage = () => <CourseListPage type="flexy" />;
export const FastTrackListPage = () => <CourseListPage type="fast-track" />;
