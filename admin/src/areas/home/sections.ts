/** Sections of the start page, made from the reply's blocks: titles, links to lists, rows. */
import { hourMs, jakartaDay } from '#contract/kernel/days.ts';
import type { CourseHas } from '#contract/course/endpoints.ts';
import { maxWaiting, unpaidHours } from '#contract/home/endpoints.ts';
import { counted, formatRecent } from '#kit/format/formats.ts';
import {
  type Home,
  type Next,
  type Row,
  type Search,
  chaseRow,
  classRow,
  draftsOf,
  followUpRow,
  gapRow,
  jobRow,
  orderRow,
  promotionsOf,
  submissionRow,
  videoRow,
} from './rows.tsx';

export interface ListLink {
  label: string;
  /** Number of records that the list shows: courses, for a list of courses. */
  total: number;
  to: string;
  search: Search;
}

export interface Section {
  title: string;
  total: number;
  isTotalCapped?: boolean | undefined;
  /** Text after the total: "in 2 courses", "· checked 02.00". */
  where?: string | undefined;
  /** Lists that show all records of the section: one, or one per type; empty if no list can. */
  lists: readonly ListLink[];
  rows: readonly Row[];
}

type Counted = { total: number; isTotalCapped?: boolean | undefined } | undefined;

/** Link to a list, only if the block has records. */
const listOf = (label: string, block: Counted, to: string, search: Search): ListLink[] =>
  block && block.total > 0 ? [{ label, total: block.total, to, search }] : [];

type InCourses = (Counted & { courses: NonNullable<Home['classes']>['courses'] }) | undefined;

/** Links to the course lists, one per course type, filtered to courses with such records. */
function coursesOf(block: InCourses, has: CourseHas, search: Search = {}): readonly ListLink[] {
  const { flexy, 'fast-track': fastTrack } = block?.courses ?? { flexy: 0, 'fast-track': 0 };
  return [
    ...listOf('Flexy', { total: flexy }, '/course/flexy', { has, ...search }),
    ...listOf('Fast-track', { total: fastTrack }, '/course/fast-track', { has, ...search }),
  ];
}

/** The lists count courses, so the total is the number of courses with such records. */
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
      rows: rows.slice(0, maxWaiting),
    },
  ];
}

const rowsOf = <Item>(block: { items: Item[] } | undefined, now: number, rowOf: (item: Item, at: number) => Row) =>
  (block?.items ?? []).map((item) => rowOf(item, now));

const trackedList = (label: string, total: number, queue: string) =>
  listOf(label, { total }, '/order/tracking', { queue });

/** The chase order is empty until the documents were read, which opening it does. */
const openChase: Row = {
  key: 'chase',
  to: '/order/tracking',
  search: { queue: 'chase' },
  name: 'Open the chase order',
  about: 'Opening it finds the unpaid orders; the first of them then appear here.',
  fact: null,
};

/** Queues of the desk: the user's own, and the chase order. */
function desk({ counts, mine, chase }: Next, now: number): Section[] {
  const { mine: total, overdue } = counts;
  return [
    ...section(
      'Your follow-ups',
      [{ total }],
      [...trackedList('Mine', total, 'mine'), ...trackedList('Overdue', overdue, 'overdue')],
      mine.map((order) => followUpRow(order, now)),
    ),
    ...section(
      'Next to chase',
      [{ total: counts.chase }],
      trackedList('Chase', counts.chase, 'chase'),
      counts.chase > 0 ? chase.map((order) => chaseRow(order, now)) : [openChase],
    ),
  ];
}

/** Sections on which people wait now. */
function people({ classes, submissions, unpaidOrders }: Home, next: Next | undefined, now: number): Section[] {
  const unpaid = { status: 'unpaid', sort: 'createdAt', endDate: jakartaDay(new Date(now - unpaidHours * hourMs)) };
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
    ...(next ? desk(next, now) : []),
    ...section(
      `Unpaid over ${unpaidHours} hours`,
      [unpaidOrders],
      listOf('Orders', unpaidOrders, '/order', unpaid),
      rowsOf(unpaidOrders, now, orderRow),
    ),
  ];
}

/** Results of the last check of payments against access. */
function access({ paidNoAccess, accessUnpaid }: Home, now: number): Section[] {
  const sectionOf = (title: string, block: Home['paidNoAccess'], view: string) =>
    section(
      title,
      [block],
      listOf('Paid and access', block, '/order/access', { view }),
      rowsOf(block, now, gapRow(view)),
    ).map((one) => ({ ...one, ...(block && { where: `· checked ${formatRecent(block.checkedAt)}` }) }));
  return [
    ...sectionOf('Paid, no access', paidNoAccess, 'paid-no-access'),
    ...sectionOf('Access, unpaid', accessUnpaid, 'access-unpaid'),
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

const active = { status: 'active', sort: 'endDate' };
const drafts = { isPublished: 'false', sort: '-updatedAt' };

/** Sections that can wait: promotions that end soon, and drafts that lack one thing. */
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

/** Sections in order of urgency; those that the role may not read are left out. `next`: for users of the desk. */
export const sectionsOf = (home: Home, next: Next | undefined, now = Date.now()): Section[] => [
  ...people(home, next, now),
  ...access(home, now),
  ...failures(home, now),
  ...later(home, now),
];
