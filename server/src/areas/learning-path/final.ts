/** Rules of a learning path's final: a quiz or a project, never both (domain.md, Final project). */
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { createPathProject, updatePathProject } from '#contract/learning-path/final.ts';
import { blankQuiz } from '#contract/course/quiz/endpoints.ts';
import { deleteRecord, insertRecord, lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/errors.ts';
import { findFinalProject, findFinalQuiz, findPath, projectOf } from './queries.ts';

/** Final of an existing path. */
async function endOf(db: Db, pathId: string) {
  const quiz = (await findFinalQuiz(db, pathId)) ?? null;
  const finalProject = (await findFinalProject(db, pathId)) ?? null;
  return { kind: quiz ? ('QUIZ' as const) : finalProject ? ('PROJECT' as const) : null, quiz, finalProject };
}

/** Final of a path; 404 if the path does not exist. */
export async function finalOf(db: Db, pathId: string) {
  await findPath(db, pathId);
  return endOf(db, pathId);
}

/** Locks the path until the transaction ends; 409 if it has a final already. */
async function lockUnended(db: Db, pathId: string): Promise<void> {
  await lockForUpdate(db, 'learningPath', pathId, null);
  const { kind } = await endOf(db, pathId);
  if (kind) throw conflict(`This learning path has a final ${kind.toLowerCase()} already; delete that first`);
}

const longestQuizName = 200;

/** Adds a final quiz; without a name it is named after the path. 409 if the path has a final. */
export async function addFinalQuiz(db: Db, pathId: string, name: string | undefined) {
  await lockUnended(db, pathId);
  const path = await findPath(db, pathId);
  const quizId = await insertRecord(db, 'quiz', {
    ...blankQuiz,
    resultDetail: JSON.stringify(blankQuiz.resultDetail),
    name: name ?? `Kuis akhir: ${path.name}`.slice(0, longestQuizName),
    type: 'QUIZ',
    pathId,
  });
  return { quizId };
}

/** Adds a final project; 409 if the path has a final. */
export async function addFinalProject(
  db: Db,
  pathId: string,
  project: ValidatedInput<typeof createPathProject>['body'],
) {
  await lockUnended(db, pathId);
  return { finalProjectId: await insertRecord(db, 'finalProject', { ...project, pathId }) };
}

type Place = ValidatedInput<typeof updatePathProject>['params'];

/** Updates the final project of a path; an empty change keeps its version. */
export async function changeFinalProject(
  db: Db,
  { id: pathId, finalProjectId }: Place,
  change: ValidatedInput<typeof updatePathProject>['body'],
  ifMatch: number | null,
) {
  await projectOf(db, pathId, finalProjectId);
  const version = await lockForUpdate(db, 'finalProject', finalProjectId, ifMatch);
  if (Object.keys(change).length === 0) return { finalProjectId, version };
  return { finalProjectId, ...(await updateRecord(db, 'finalProject', finalProjectId, change)) };
}

/** Deletes the final project of a path; returns its last version. */
export async function removeFinalProject(db: Db, { id: pathId, finalProjectId }: Place, ifMatch: number | null) {
  await projectOf(db, pathId, finalProjectId);
  const version = await lockForUpdate(db, 'finalProject', finalProjectId, ifMatch);
  await deleteRecord(db, 'finalProject', finalProjectId);
  return { finalProjectId, version };
}

/** Deletes the final; a quiz is deleted with its questions and attempts. */
export async function removeFinal(db: Db, pathId: string) {
  await lockForUpdate(db, 'learningPath', pathId, null);
  const { kind, quiz, finalProject } = await endOf(db, pathId);
  if (quiz) await deleteRecord(db, 'quiz', quiz.quizId);
  if (finalProject) await deleteRecord(db, 'finalProject', finalProject.finalProjectId);
  if (!kind) throw notFound('final quiz or project');
  return { kind };
}
