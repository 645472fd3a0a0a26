/** Rules derived from a course's fields (domain.md, Course). Pure; used by server and browser. */
import { counted } from '../kernel/counted.ts';

/** Course types in URLs; `courseTypeNumber` maps them to the numbers in records. */
export const courseTypes = ['flexy', 'fast-track'] as const;
export type CourseType = (typeof courseTypes)[number];
/** Stored numbers of course types. */
export const courseTypeNumber = { flexy: 0, 'fast-track': 1 } as const satisfies Record<CourseType, number>;
/** Course type of a stored number; unknown numbers are flexy. */
export const courseTypeOf = (type: number): CourseType =>
  type === courseTypeNumber['fast-track'] ? 'fast-track' : 'flexy';

/** Numbers of course statuses in replies. */
export const CourseStatus = { DRAFT: 0, TO_DO: 1, ON_GOING: 2, FINISHED: 3 } as const;
export type CourseStatus = (typeof CourseStatus)[keyof typeof CourseStatus];

interface Period {
  type: number;
  isPublished: boolean;
  startDate: string | null;
  endDate: string | null;
}

/**
 * Status of a course. Unpublished: DRAFT. Published regular courses: ON GOING. Published cohorts: TO DO before the
 * first day (or while it is not set), ON GOING through the last day, FINISHED after it. `today` is a day in Jakarta.
 */
export function courseStatus(course: Period, today: string): CourseStatus {
  if (!course.isPublished) return CourseStatus.DRAFT;
  if (courseTypeOf(course.type) === 'flexy') return CourseStatus.ON_GOING;
  if (course.startDate === null || today < course.startDate) return CourseStatus.TO_DO;
  return course.endDate !== null && today > course.endDate ? CourseStatus.FINISHED : CourseStatus.ON_GOING;
}

interface Publishable {
  thumbnail: string | null;
  /** No image was found at the thumbnail's address. */
  isThumbnailBroken?: boolean;
  category: string | null;
  sections: readonly { items: readonly { kind: string }[] }[];
}

export interface Missing {
  /** Field name, or `sections` or `lessons`. */
  path: 'thumbnail' | 'category' | 'sections' | 'lessons';
  label: string;
}

/**
 * Requirements for publishing that a course does not meet, in page order. Name and price are guaranteed by their
 * schemas.
 */
export function missingForPublishing({
  thumbnail,
  isThumbnailBroken = false,
  category,
  sections,
}: Publishable): Missing[] {
  const lacks: (Missing | false)[] = [
    !thumbnail && { path: 'thumbnail', label: 'a thumbnail' },
    !!thumbnail && isThumbnailBroken && { path: 'thumbnail', label: 'a thumbnail that loads' },
    !category && { path: 'category', label: 'a category' },
    sections.length === 0 && { path: 'sections', label: 'a section' },
    !sections.some(({ items }) => items.some(({ kind }) => kind === 'lesson')) && {
      path: 'lessons',
      label: 'a lesson',
    },
  ];
  return lacks.filter((lack) => lack !== false);
}

/** Effect that publishing or unpublishing would have on members and on the users of paths, some of whom may be members. */
export function publishingEffect({
  isPublished,
  totalMembers,
  paths,
}: {
  isPublished: boolean;
  totalMembers: number;
  paths: readonly { totalUsers: number }[];
}): `${'Publish' | 'Unpublish'}: ${string}` {
  const used = paths.filter(({ totalUsers }) => totalUsers > 0).length;
  const who = [
    ...(totalMembers > 0 ? [counted(totalMembers, 'member', 'members')] : []),
    ...(used > 0 ? [`the users of ${counted(used, 'learning path', 'learning paths')}`] : []),
  ].join(' and ');
  if (who === '') return isPublished ? 'Unpublish: it can no longer be bought' : 'Publish: it can be bought';
  const isOne = who === '1 member';
  return isPublished
    ? `Unpublish: ${who} ${isOne ? 'loses' : 'lose'} access`
    : `Publish: ${who} ${isOne ? 'gets' : 'get'} access`;
}

const longestName = 150;

/** Name with a mark at its end, shortened to the maximum length without splitting a surrogate pair. */
export const markedName = (name: string, mark: string, longest = longestName): string =>
  name
    .slice(0, longest - mark.length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd() + mark;

/** Name of a duplicate. */
export const copyName = (name: string): string => markedName(name, ' (copy)');
