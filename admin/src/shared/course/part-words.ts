/** Labels and value formats of the parts of courses and learning paths, for the histories of these. */
import { attendanceNames } from '#contract/course/attendance/endpoints.ts';
import { invitationDraft } from '#contract/course/calendar/endpoints.ts';
import { finalProjectDraft } from '#contract/course/final-project.ts';
import { lessonDraft } from '#contract/course/lesson/endpoints.ts';
import { questionDraft } from '#contract/course/quiz/questions.ts';
import { quizDraft } from '#contract/course/quiz/endpoints.ts';
import { recordKinds } from '#contract/kernel/record-kinds.ts';
import { sectionDraft } from '#contract/course/section/fields.ts';
import { trailWords } from '#kit/form/field-words.ts';

export const attendanceWords = { attendance: { words: { status: attendanceNames } } };

export const partWords = {
  ...attendanceWords,
  [recordKinds.section.table]: trailWords(sectionDraft),
  [recordKinds.lesson.table]: trailWords(lessonDraft),
  [recordKinds.quiz.table]: trailWords(quizDraft),
  [recordKinds.question.table]: trailWords(questionDraft),
  [recordKinds['final-project'].table]: trailWords(finalProjectDraft),
  [recordKinds['calendar-event'].table]: trailWords(invitationDraft),
};
