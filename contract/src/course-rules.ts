/** What follows from a course's fields (domain.md, Course). Pure; both sides use it. */

/** The word in the URL and the number in the record. */
export const courseTypes = ['flexy', 'fast-track'] as const;
export type CourseType = (typeof courseTypes)[number];
export const courseTypeNumber = { flexy: 0, 'fast-track': 1 } as const satisfies Record<CourseType, number>;
export const courseTypeOf = (type: number): CourseType =>
  type === courseTypeNumber['fast-track'] ? 'fast-track' : 'flexy';

export const CourseStatus = { DRAFT: 0, TO_DO: 1, ON_GOING: 2, FINISHED: 3 } as const;
export type CourseStatus = (typeof CourseStatus)[keyof typeof CourseStatus];

interface Period {
  type: number;
  isPublished: boolean;
  startDate: string | null;
  endDate: string | null;
}

/** The day in Jakarta as `YYYY-MM-DD`; Jakarta keeps UTC+7 all year. */
export const jakartaDay = (now: Date): string => new Date(now.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);

/**
 * Unpublished: DRAFT. Published: a regular course is ON GOING; a cohort is TO DO before its first day (or while that is
 * not
 * fixed), ON GOING until its last day is over, FINISHED after it. `today` is a day in Jakarta.
 */
export function courseStatus(course: Period, today: string): CourseStatus {
  if (!course.isPublished) return CourseStatus.DRAFT;
  if (courseTypeOf(course.type) === 'flexy') return CourseStatus.ON_GOING;
  if (course.startDate === null || today < course.startDate) return CourseStatus.TO_DO;
  return course.endDate !== null && today > course.endDate ? CourseStatus.FINISHED : CourseStatus.ON_GOING;
}

interface Publishable {
  thumbnail: string | null;
  /** It is known that no picture is at that address. */
  isThumbnailBroken?: boolean;
  category: string | null;
  sections: readonly { items: readonly { kind: string }[] }[];
}

export interface Missing {
  /** The field, or `sections` and `lessons`. */
  path: 'thumbnail' | 'category' | 'sections' | 'lessons';
  label: string;
}

/**
 * What a course lacks for publishing, in the order of its page. Every course has a name and a price: their schemas see
 * to it.
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

const members = (count: number) => (count === 1 ? '1 member' : `${count} members`);

/** What publishing a course, or unpublishing it, does to whom. */
export function publishingEffect({
  isPublished,
  totalMembers,
}: {
  isPublished: boolean;
  totalMembers: number;
}): string {
  if (totalMembers === 0)
    return isPublished ? 'Nobody has it; it can no longer be bought' : 'Nobody has it yet; it can be bought';
  return isPublished ? `${members(totalMembers)} can no longer open it` : `${members(totalMembers)} can open it`;
}

const longestName = 150;
const copyMark = ' (copy)';

/** The name of a duplicate: '… (copy)', shortened where the mark would not fit, and not through a character. */
export const copyName = (name: string): string =>
  name
    .slice(0, longestName - copyMark.length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd() + copyMark;
