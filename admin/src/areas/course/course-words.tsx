/** Labels of course types and statuses, and the groups of the course form (spec §3). */
import type { courseDraft } from '#contract/course/draft.ts';
import { CourseStatus, type CourseType, courseTypeOf } from '#contract/course/rules.ts';
import type { getCourse } from '#contract/course/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { Badge } from '#kit/display/badge.tsx';
import type { Opened } from '#kit/record/opened.ts';
import type { Group } from '#kit/record/record-page-props.ts';

/** Curriculum tab of a course. */
export const curriculum = { label: 'Curriculum', path: 'curriculum' };

export type Course = Reply<typeof getCourse>;
export type OpenCourse = Opened<Course, typeof courseDraft>;

interface TypeWords {
  /** Title of the list. */
  title: string;
  to: string;
  /** Singular, within a sentence. */
  one: string;
}

export const typeWords: Record<CourseType, TypeWords> = {
  flexy: { title: 'Flexy courses', to: '/course/flexy', one: 'flexy course' },
  'fast-track': { title: 'Fast-track courses', to: '/course/fast-track', one: 'fast-track course' },
};

type Groups = readonly Group<typeof courseDraft>[];

const basics: Groups = [
  { title: 'Basics', rows: ['name', 'thumbnail', ['category', 'level'], ['productKind', 'price'], 'accessMonths'] },
];
const cohort: Groups = [
  {
    title: 'Schedule',
    rows: [
      ['startDate', 'endDate'],
      ['shift', 'capacity'],
    ],
  },
];
const rest: Groups = [
  { title: 'Class', rows: [['deliveryMode', 'courseKind'], 'location', ['meetingUrl', 'whatsappGroupUrl']] },
  { title: 'Content', rows: ['description', 'learningOutcomes', 'skills', 'prerequisites', 'introVideoUrl'] },
  { title: 'Instructors', rows: ['instructors'] },
  { title: 'Completion', rows: ['passingScore', 'hasCertificate'] },
];
export const courseGroups: Record<CourseType, Groups> = {
  flexy: [...basics, ...rest],
  'fast-track': [...basics, ...cohort, ...rest],
};

const statuses = {
  [CourseStatus.DRAFT]: ['grey', 'Draft'],
  [CourseStatus.TO_DO]: ['yellow', 'To do'],
  [CourseStatus.ON_GOING]: ['blue', 'On going'],
  [CourseStatus.FINISHED]: ['grey', 'Finished'],
} as const;

export function StatusBadge({ status }: { status: CourseStatus }) {
  const [colour, label] = statuses[status];
  return <Badge colour={colour}>{label}</Badge>;
}

/** A cohort always has classes; a flexy course has if anything in it has a time. */
export const hasClasses = ({ type, sections }: Course): boolean =>
  courseTypeOf(type) === 'fast-track' ||
  sections.some(({ startAt, items }) => startAt !== null || items.some((item) => item.type === 'LIVE_CLASS'));
