/** How the history of a course is told, in the words of its form. */
import { type Instructor, listShifts, noShift } from '#contract/course.ts';
import { courseTypeOf } from '#contract/course-rules.ts';
import { categoryChoices } from '#kit/format/categories.ts';
import { formatMoney } from '#kit/format/formats.ts';
import type { TrailWords } from '#kit/record/history-words.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Course } from './course.ts';
import { deliveryNames, kindNames, levelNames, productKindNames } from './course-words.tsx';

const labels = {
  isPublished: 'Status',
  productKind: 'Product',
  deliveryMode: 'Delivery',
  courseKind: 'Class type',
  meetingUrl: 'Meeting link',
  whatsappGroupUrl: 'WhatsApp group',
  introVideoUrl: 'Intro video',
  hasCertificate: 'Certificate',
  shiftId: 'Shift',
  startDate: 'First day',
  endDate: 'Last day',
};

const words = {
  category: Object.fromEntries(categoryChoices.map(({ value, label }) => [value, label])),
  level: levelNames,
  productKind: productKindNames,
  deliveryMode: deliveryNames,
  courseKind: kindNames,
  isPublished: { true: 'Published', false: 'Draft' },
  price: formatMoney,
  instructors: (instructors: readonly Instructor[]) => instructors.map(({ name }) => name).join(' · ') || '–',
};

/** Only a cohort has a shift. */
export function useCourseTrail({ type }: Course): TrailWords {
  const { data: shifts = [] } = useCall(listShifts, {}, { enabled: courseTypeOf(type) === 'fast-track' });
  const shiftId = {
    null: noShift.description,
    ...Object.fromEntries(shifts.map(({ id, description }) => [String(id), description])),
  };
  return { labels, words: { ...words, shiftId } };
}
