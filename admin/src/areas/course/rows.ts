/** Form rows of lessons, quizzes and surveys, shared by the curriculum tab and their own pages. */
import { courseTypeOf } from '#contract/course/rules.ts';
import type { lessonDraft } from '#contract/course/lesson/endpoints.ts';
import type { Group } from '#kit/record/record-page-props.ts';
import { typeWords, curriculum } from './course-words.tsx';

export const lessonGroups = [
  { title: 'Lesson', rows: ['name', ['type', 'materialType'], 'description'] },
  {
    title: 'Class',
    rows: [
      ['startAt', 'endAt'],
      ['meetingUrl', 'location'],
    ],
  },
  { title: 'Content', rows: ['videoSource', 'content', 'attachments'] },
  { title: 'Access', rows: [['duration', 'lockRule'], 'isPreview'] },
] as const satisfies readonly Group<typeof lessonDraft>[];

export const lessonRows = lessonGroups.flatMap(({ rows }) => [...rows]);

export const surveyRows = ['name', 'materialType', 'header', 'content', ['maxAttempts', 'timeLimit']] as const;

export const quizRows = [
  'name',
  ['materialType', 'passingScore'],
  ['timeLimit', 'maxAttempts'],
  'shuffleQuestions',
  'header',
  'content',
  'resultDetail',
] as const;

/** Breadcrumb to the curriculum of a lesson or quiz. */
export const curriculumOf = ({
  courseId,
  courseName,
  courseType,
}: {
  courseId: string;
  courseName: string;
  courseType: number;
}) => ({ label: courseName, to: `${typeWords[courseTypeOf(courseType)].to}/${courseId}/${curriculum.path}` });
