/** Rules of quizzes and surveys (spec §3, §7; domain.md, Quiz). */
import type { z } from 'zod';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { quizNameOf } from '#contract/course/lesson/rules.ts';
import {
  type QuizType,
  type createQuiz,
  type updateQuiz,
  blankQuiz,
  maxIntroductionLength,
  quizDraft,
} from '#contract/course/quiz/endpoints.ts';
import { deleteRecord, insertRecord, lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { validated } from '#platform/http/validation.ts';
import { childrenOf, sectionItems } from '#shared/ordering.ts';
import { refuseIncompleteCourse } from '#shared/publishing.ts';
import { cleanHtml } from '#shared/rich-text.ts';
import { lockSectionOf, lockSection, placeItem, raiseSections } from '#shared/section-items.ts';
import { findQuiz } from './queries.ts';

const rowOf = async (draft: z.output<typeof quizDraft>) => ({
  ...draft,
  content: await cleanHtml(draft.content, { max: maxIntroductionLength, path: 'content' }),
  resultDetail: JSON.stringify(draft.resultDetail),
});

/** Ids on the wire: a survey also has `surveyId`, as in the reply to its creation. */
const idsOf = ({ quizId, type }: { quizId: string; type: QuizType }) => ({
  quizId,
  ...(type === 'SURVEY' && { surveyId: quizId }),
});

/** Creates a quiz at the requested position, else at the end of its section; without a name it gets a generated one. */
export async function addQuiz(db: Db, { query: { type }, body }: ValidatedInput<typeof createQuiz>) {
  const { sectionId, label, priority, materialType } = body;
  await lockSection(db, sectionId);
  const last = (await childrenOf(db, sectionItems, [sectionId])).length + 1;
  const name = body.name ?? quizNameOf(sectionId, Math.min(priority ?? last, last), label);
  const draft = validated(quizDraft, { ...blankQuiz, name, materialType });
  const id = await insertRecord(db, 'quiz', { ...(await rowOf(draft)), sectionId, type });
  await placeItem(db, sectionId, { kind: type === 'QUIZ' ? 'quiz' : 'survey', id }, priority);
  await raiseSections(db, [sectionId]);
  return type === 'QUIZ' ? { quizId: id } : { surveyId: id };
}

/** Updates the fields of the change; the others stay. */
export async function changeQuiz(
  db: Db,
  id: string,
  change: ValidatedInput<typeof updateQuiz>['body'],
  ifMatch: number | null,
) {
  await lockForUpdate(db, 'quiz', id, ifMatch);
  const present = await findQuiz(db, id);
  const draft = validated(quizDraft, { ...present, ...change });
  return { ...idsOf(present), ...(await updateRecord(db, 'quiz', id, await rowOf(draft))) };
}

/** Deletes a quiz; refused if its published course would become incomplete. */
export async function removeQuiz(db: Db, id: string, ifMatch: number | null) {
  const stood = await lockSectionOf(db, 'quiz', id);
  await lockForUpdate(db, 'quiz', id, ifMatch);
  const present = await findQuiz(db, id);
  await deleteRecord(db, 'quiz', id);
  if (stood) await raiseSections(db, [stood.sectionId]);
  if (present.courseId !== null) await refuseIncompleteCourse(db, present.courseId);
  return idsOf(present);
}
