/** The blocks of the start page as sections: their titles, the lists that they lead to, and their rows. */
import { jakartaDay } from '#contract/course-rules.ts';
import type { CourseHas } from '#contract/course.ts';
import { mostWaiting, unpaidHours } from '#contract/home.ts';
import { counted } from '#kit/format/formats.ts';
import {
  type Home,
  type Row,
  type Search,
  classRow,
  draftsOf,
  jobRow,
  orderRow,
  promotionsOf,
  submissionRow,
  videoRow,
} from './rows.tsx';

export interface ListLink {
  label: string;
  total: number;
  to: string;
  search: Search;
}

export interface Section {
  title: string;
  total: number;
  isTotalCapped?: boolean | undefined;
  /** Said after the total: "in 2 courses". */
  where?: string | undefined;
  /** Lists with all of it: one, or one for each kind; none where no list has it. */
  lists: readonly ListLink[];
  rows: readonly Row[];
}

const hour = 3_600_000;

type Counted = { total: number; isTotalCapped?: boolean | undefined } | undefined;

/** A list that has some of it. */
const listOf = (label: string, block: Counted, to: string, search: Search): ListLink[] =>
  block && block.total > 0 ? [{ label, total: block.total, to, search }] : [];

type InCourses = (Counted & { courses: NonNullable<Home['classes']>['courses'] }) | undefined;

/** What stands in courses is listed by its courses, of each type. */
function coursesOf(block: InCourses, has: CourseHas, search: Search = {}): readonly ListLink[] {
  const { flexy, 'fast-track': fastTrack } = block?.courses ?? { flexy: 0, 'fast-track': 0 };
  return [
    ...listOf('Flexy', { total: flexy }, '/course/flexy', { has, ...search }),
    ...listOf('Fast-track', { total: fastTrack }, '/course/fast-track', { has, ...search }),
  ];
}

/** Its lists count courses, not what stands in them. */
const inCourses = (one: Section): Section => ({
  ...one,
  where: `in ${counted(
    one.lists.reduce((sum, { total }) => sum + total, 0),
    'course',
    'courses',
  )}`,
});

function section(
  title: string,
  blocks: readonly Counted[],
  lists: readonly ListLink[],
  rows: readonly Row[],
): Section[] {
  const seen = blocks.filter((block) => block !== undefined);
  if (seen.length === 0) return [];
  return [
    {
      title,
      total: seen.reduce((sum, { total }) => sum + total, 0),
      isTotalCapped: seen.some(({ isTotalCapped }) => isTotalCapped),
      lists,
      rows: rows.slice(0, mostWaiting),
    },
  ];
}

const rowsOf = <Item>(block: { items: Item[] } | undefined, now: number, rowOf: (item: Item, at: number) => Row) =>
  (block?.items ?? []).map((item) => rowOf(item, now));

/** What people wait for now. */
function people({ classes, submissions, unpaidOrders }: Home, now: number): Section[] {
  const unpaid = { status: 'unpaid', sort: 'createdAt', endDate: jakartaDay(new Date(now - unpaidHours * hour)) };
  const classLists = coursesOf(classes, 'class-today', { isPublished: 'true' });
  const review = { status: 'not-reviewed', sort: 'earliest' };
  return [
    ...section('Classes today', [classes], classLists, rowsOf(classes, now, classRow)).map(inCourses),
    ...section(
      'Submissions to review',
      [submissions],
      listOf('Submissions', submissions, '/submission', review),
      rowsOf(submissions, now, submissionRow),
    ),
    ...section(
      `Unpaid over ${unpaidHours} hours`,
      [unpaidOrders],
      listOf('Orders', unpaidOrders, '/order', unpaid),
      rowsOf(unpaidOrders, now, orderRow),
    ),
  ];
}

function failures({ failedVideos, failedJobs }: Home, now: number): Section[] {
  const videoLists = coursesOf(failedVideos, 'failed-video');
  return [
    ...section('Failed videos', [failedVideos], videoLists, rowsOf(failedVideos, now, videoRow)).map(inCourses),
    ...section(
      'Failed jobs',
      [failedJobs],
      listOf('Jobs', failedJobs, '/jobs', { state: 'failed' }),
      rowsOf(failedJobs, now, jobRow),
    ),
  ];
}

const active = { status: '1', sort: 'endDate' };
const drafts = { isPublished: 'false', sort: '-updatedAt' };

/** What has time until the end of the week. */
function later(home: Home, now: number): Section[] {
  const { discounts, vouchers, flexyDrafts, fastTrackDrafts, pathDrafts } = home;
  return [
    ...section(
      'Promotions ending soon',
      [discounts, vouchers],
      [...listOf('Discounts', discounts, '/discount', active), ...listOf('Vouchers', vouchers, '/voucher', active)],
      promotionsOf(home, now),
    ),
    ...section(
      'Drafts that lack one thing',
      [flexyDrafts, fastTrackDrafts, pathDrafts],
      [
        ...listOf('Flexy', flexyDrafts, '/course/flexy', drafts),
        ...listOf('Fast-track', fastTrackDrafts, '/course/fast-track', drafts),
        ...listOf('Paths', pathDrafts, '/learning-path', drafts),
      ],
      draftsOf(home),
    ),
  ];
}

/** In the order of a day's work; what the role may not read is left out. */
export const sectionsOf = (home: Home, now = Date.now()): Section[] => [
  ...people(home, now),
  ...failures(home, now),
  ...later(home, now),
];
