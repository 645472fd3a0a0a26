/** Page of one course of either type: its fields on the first tab, curriculum and other records on the next. */
import { courseDraft, courseKindNames, deliveryNames } from '#contract/course/draft.ts';
import { type CourseType, courseTypeOf } from '#contract/course/rules.ts';
import {
  courseMessages,
  createCourse,
  deleteCourse,
  getCourse,
  listShifts,
  noShift,
  updateCourse,
} from '#contract/course/endpoints.ts';
import { listWaiting } from '#contract/course/waiting-list.ts';
import { labelsOf } from '#contract/kernel/draft.ts';
import { type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { isUnprocessed } from '#contract/video/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { partWords } from '#admin-shared/course/part-words.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { monthsInWords } from '#admin-shared/assignment/access-end.tsx';
import type { TrailWords } from '#kit/record/history-words.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { AttendanceMatrix } from './attendance-matrix.tsx';
import { Certificates, certificates } from './certificates.tsx';
import { useCourseActions, usePublishing } from './course-actions.tsx';
import { type Course, StatusBadge, courseGroups, typeWords, curriculum, hasClasses } from './course-words.tsx';
import { Curriculum } from './curriculum/curriculum.tsx';
import { durationInWords } from './progress-words.ts';
import { CourseGradebook } from './gradebook.tsx';
import { CourseProject } from './final-project.tsx';
import { InstructorsField } from './instructors-field.tsx';
import { Members } from './members-panel.tsx';
import { Needs } from './needs.tsx';
import { priceFact, ordersFact } from '#admin-shared/order/new-order-link.tsx';
import { Price } from '#admin-shared/pricing/price.tsx';
import { Rehearsal, rehearsal } from './rehearsal.tsx';
import { Schedule, schedule } from './schedule/schedule.tsx';
import type { FieldProps } from '#kit/form/bind.ts';
import { SelectField } from '#kit/form/fields.tsx';
import { WaitingList } from './waiting-list/waiting-list.tsx';

const none = { value: null, label: noShift.description };

/** Shifts of a fast-track course; NONE comes first, reads 'Tidak ada Shift' and is sent as null. */
function ShiftField<Values extends { shift: string | null }>({ form, name }: FieldProps<Values>) {
  const { data: shifts = [], error } = useCall(listShifts, {});
  const { shift } = form.fields.values;
  // Until the shifts are loaded, or if that fails, the course's own shift is a choice.
  const unknown = shift !== null && !shifts.some(({ code }) => code === shift) ? [{ value: shift, label: shift }] : [];
  const choices = [none, ...unknown, ...shifts.map(({ code, description }) => ({ value: code, label: description }))];
  const hint = error && 'The shifts could not be loaded. Reload the page to choose another.';
  return <SelectField form={form} name={name} words={{ kind: 'choice', choices, ...(hint && { hint }) }} />;
}

const special = { shift: ShiftField, instructors: InstructorsField };

const waitingList = {
  label: 'Waiting list',
  path: 'waiting-list',
  isOf: ({ capacity, type }: Course) =>
    (capacity !== null || courseTypeOf(type) === 'fast-track') && mayCall(listWaiting, role() ?? ''),
  isWide: true,
};

/** Items of all sections. */
const countItems = ({ sections }: Course): number => sections.reduce((sum, { items }) => sum + items.length, 0);

const tabs = [
  { ...curriculum, panel: Curriculum, isWide: true, countOf: countItems },
  { label: 'Members', path: 'members', panel: Members, countOf: ({ totalMembers }: Course) => totalMembers },
  { ...waitingList, panel: WaitingList },
  { label: 'Attendance', path: 'attendance', panel: AttendanceMatrix, isWide: true },
  { label: 'Gradebook', path: 'gradebook', panel: CourseGradebook, isWide: true },
  { ...schedule, panel: Schedule, isOf: hasClasses, isWide: true },
  { label: 'Final project', path: 'final-project', panel: CourseProject },
  { ...certificates, panel: Certificates },
  { ...rehearsal, panel: Rehearsal },
];

/** A video of a lesson is being processed, which changes its status, its duration and the totals. */
const isProcessing = (course: Course | undefined): boolean =>
  course?.sections.some(({ items }) => items.some(({ videoStatus }) => isUnprocessed(videoStatus))) ?? false;

/** Canonical path, for redirects from a path with the wrong type. */
const placeOf = ({ id, type }: Course): string => `${typeWords[courseTypeOf(type)].to}/${id}`;

const idFrom = ({ courseId }: Reply<typeof createCourse>) => courseId;

const CoursePage = ({ type }: { type: CourseType }) => (
  <RecordPage
    record={useRecordForm(
      { get: getCourse, update: updateCourse, remove: deleteCourse, draft: courseDraft, create: createCourse, idFrom },
      { messages: courseMessages[type], createParams: { type }, everyMs: (course) => isProcessing(course) && 3_000 },
    )}
    list={typeWords[type].to}
    place={placeOf}
    badge={StatusBadge}
    deletion={goesWith}
    useSwitching={usePublishing}
    useActions={useCourseActions}
    notice={Needs}
    fields={courseGroups[type]}
    special={special}
    tabs={tabs}
    facts={factsOf}
    trail={useTrail(type)}
  />
);

const goesWith = ({ totalSections }: Course): string =>
  totalSections === 0
    ? 'no section goes with it. This cannot be undone.'
    : `its ${totalSections === 1 ? 'section goes' : `${counted(totalSections, '', 'sections')} go`} with it, with all their lessons. This cannot be undone.`;

const labels = labelsOf(courseDraft);

const factsOf = (course: Course) =>
  [
    [labels.price, <Price key="price" {...course} />],
    ...priceFact({ items: [{ productType: 'courses', productId: course.id }] }),
    ...ordersFact(course.id),
    [
      'Members',
      course.capacity === null
        ? formatNumber(course.totalMembers)
        : `${formatNumber(course.totalMembers)} of ${formatNumber(course.capacity)}`,
    ],
    ['Access', monthsInWords(course.accessMonths)],
    ['Sections', formatNumber(course.totalSections)],
    ['Duration', durationInWords(course.totalDuration)],
    ['Class', `${deliveryNames[course.deliveryMode]}, ${courseKindNames[course.courseKind].toLowerCase()}`],
    ['Address', course.slug],
  ] as const;

/** Only cohorts have a shift. */
function useTrail(type: CourseType): TrailWords {
  const { data: shifts = [] } = useCall(listShifts, {}, { enabled: type === 'fast-track' });
  const shiftId = {
    null: noShift.description,
    ...Object.fromEntries(shifts.map(({ id, description }) => [String(id), description])),
  };
  return {
    words: { shiftId },
    parts: partWords,
  };
}

export const FlexyCoursePage = () => <CoursePage type="flexy" />;
export const FastTrackCoursePage = () => <CoursePage type="fast-track" />;
FlexyCoursePage.reads = getCourse;
FastTrackCoursePage.reads = getCourse;
