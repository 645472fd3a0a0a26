import { lazy, Suspense, useState } from 'react';
import { ProductKind, listCourses } from '#contract/course.ts';
import type { CourseType } from '#contract/course-rules.ts';
import { categoryChoices, categoryName } from '#kit/format/categories.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { type Column, type RowsSource, SourceListPage } from '#kit/list/list-page.tsx';
import { type RowOf, endpointSource } from '#kit/list/source.ts';
import { Day } from '#kit/format/moment.tsx';
import { NameCell } from '#kit/format/thumbnail.tsx';
import { StatusBadge, deliveryNames, kindNames, productKindNames, typeWords } from './course-words.tsx';
import { Price } from './price.tsx';

/** Forms are loaded when one is wanted: the list does not wait for their code. */
const CreateCourse = lazy(async () => ({ default: (await import('./create-course.tsx')).CreateCourse }));

type Course = RowOf<typeof listCourses, 'courses'>;

const first: readonly Column<Course>[] = [
  { label: 'Name', cell: (course) => <NameCell name={course.name} thumbnail={course.thumbnail} sub={tags(course)} /> },
  {
    label: 'Category',
    cell: (course) => (course.category ? categoryName(course.category) : '–'),
    width: 120,
    isSecondary: true,
  },
];
const dates: readonly Column<Course>[] = [
  { label: 'Starts', cell: (course) => <Day at={course.startDate} />, align: 'right', width: 120 },
  { label: 'Ends', cell: (course) => <Day at={course.endDate} />, align: 'right', width: 120, isSecondary: true },
];
const last: readonly Column<Course>[] = [
  { label: 'Price', cell: (course) => <Price {...course} />, align: 'right', width: 130 },
  { label: 'Members', cell: (course) => formatNumber(course.totalMembers), align: 'right', width: 92 },
  {
    label: 'Sections',
    cell: (course) => formatNumber(course.totalSections),
    align: 'right',
    width: 92,
    isSecondary: true,
  },
  { label: 'Status', cell: (course) => <StatusBadge status={course.status} />, width: 112 },
];
const columns: Record<CourseType, readonly Column<Course>[]> = {
  flexy: [...first, ...last],
  'fast-track': [...first, ...dates, ...last],
};

const sources: Record<CourseType, RowsSource<Course>> = {
  flexy: endpointSource(listCourses, 'courses', { type: 'flexy' }),
  'fast-track': endpointSource(listCourses, 'courses', { type: 'fast-track' }),
};

const filters = [
  { name: 'filter', label: 'Category', options: categoryChoices },
  {
    name: 'isPublished',
    label: 'Publication',
    options: [
      { value: 'false', label: 'Draft' },
      { value: 'true', label: 'Published' },
    ],
  },
];

const purposes: Record<CourseType, string> = {
  flexy: 'A flexy course is followed alone, at any time.',
  'fast-track': 'A fast-track course is followed together, from a first day to a last.',
};

/** "Academy · Onsite · Private", or what of it applies. */
function tags({ productKind, deliveryMode, courseKind }: Course): string {
  return [
    productKind === ProductKind.ACADEMY && productKindNames[productKind],
    deliveryNames[deliveryMode],
    courseKind === 'private' && kindNames.private,
  ]
    .filter(Boolean)
    .join(' · ');
}

function CourseListPage({ type }: { type: CourseType }) {
  const [isCreating, setCreating] = useState(false);
  const { title, to, one } = typeWords[type];
  return (
    <>
      <SourceListPage
        title={title}
        source={sources[type]}
        columns={columns[type]}
        filters={filters}
        search={{ placeholder: 'Search courses' }}
        rowLink={(course) => `${to}/${course.id}`}
        create={{ label: `New ${one}`, run: () => setCreating(true) }}
        empty={{
          title: `No ${one}s yet`,
          text: `${purposes[type]} Begin with a name; everything else can wait until you publish.`,
        }}
      />
      {isCreating && (
        <Suspense>
          <CreateCourse type={type} close={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

export const FlexyListPage = () => <CourseListPage type="flexy" />;
export const FastTrackListPage = () => <CourseListPage type="fast-track" />;
