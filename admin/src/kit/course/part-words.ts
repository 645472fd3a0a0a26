/** Labels and value formats of the parts of courses and learning paths, for the histories of these. */
import { invitationDraft } from '#contract/calendar.ts';
import { finalProjectDraft } from '#contract/final-project.ts';
import { lessonDraft } from '#contract/lesson.ts';
import { questionDraft } from '#contract/question.ts';
import { quizDraft } from '#contract/quiz.ts';
import { recordKinds } from '#contract/records.ts';
import { sectionDraft } from '#contract/section-fields.ts';
import { trailWords } from '../form/field-words.ts';

export const partWords = {
  [recordKinds.section.table]: trailWords(sectionDraft),
  [recordKinds.lesson.table]: trailWords(lessonDraft),
  [recordKinds.quiz.table]: trailWords(quizDraft),
  [recordKinds.question.table]: trailWords(questionDraft),
  [recordKinds['final-project'].table]: trailWords(finalProjectDraft),
  [recordKinds['calendar-event'].table]: trailWords(invitationDraft),
};
