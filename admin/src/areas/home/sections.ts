/** The blocks of the start page as sections: their titles, the lists that they lead to, and their rows. */
import { jakartaDay } from '#contract/course-rules.ts';
import { mostWaiting, unpaidHours } from '#contract/home.ts';
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
  /** Lists with all of it: one, or one for each kind; none where no list has it. */
  lists: readonly ListLink[];
  rows: readonly Row[];
}

const hour = 3_600_000;

type Counted = { total: number; isTotalCapped?: boolean | undefined } | undefined;

/** A list that has some of it. */
const listOf = (label: string, block: Counted, to: string, search: Search): ListLink[] =>
  block && block.total > 0 ? [{ label, total: block.total, to, search }] : [];

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
  const review = { status: 'not-reviewed', sort: 'earliest' };
  return [
    ...section(
      'Classes today',
      [classes],
      listOf('Classes', classes, '/course/fast-track', { isPublished: 'true' }),
      rowsOf(classes, now, classRow),
    ),
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

/** Videos have no list but that of their jobs, for who may read it. */
function failures({ failedVideos, failedJobs }: Home, now: number): Section[] {
  const processing = { state: 'failed', name: 'process-video' };
  return [
    ...section(
      'Failed videos',
      [failedVideos],
      failedJobs ? listOf('Jobs', failedVideos, '/jobs', processing) : [],
      rowsOf(failedVideos, now, videoRow),
    ),
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
