/** How courses are shown: types, statuses, kinds (spec §3). */
import { ProductKind, type levels } from '#contract/course.ts';
import { CourseStatus, type CourseType } from '#contract/course-rules.ts';
import { Badge } from '#kit/format/badge.tsx';

interface TypeWords {
  /** Of the list, and where it is. */
  title: string;
  to: string;
  /** One of them in a sentence. */
  one: string;
}

export const typeWords: Record<CourseType, TypeWords> = {
  flexy: { title: 'Flexy courses', to: '/course/flexy', one: 'flexy course' },
  'fast-track': { title: 'Fast-track courses', to: '/course/fast-track', one: 'fast-track course' },
};

export const deliveryNames = { online: 'Online', offline: 'Onsite' } as const;
export const kindNames = { regular: 'Regular', private: 'Private' } as const;
export const productKindNames = { [ProductKind.FLEXY]: 'Flexy', [ProductKind.ACADEMY]: 'Academy' } as const;
export const levelNames: Record<(typeof levels)[number], string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
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
