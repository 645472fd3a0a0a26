/** Rules of questions: added, changed and deleted one by one, or replaced for a whole quiz (spec §7, §8). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { type PlacedChild, planMoves } from '#contract/kernel/ordering.ts';
import * as question from '#contract/course/quiz/questions.ts';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict, notFound } from '#platform/errors.ts';
import { validated } from '#platform/http/validation.ts';
import { childrenOf, nextPlace, quizQuestions, raiseVersion } from '#shared/ordering.ts';
import { withDerivedTexts, withoutOldFormats } from './formatted.ts';
import { findQuestion, findQuestions } from './queries.ts';

type Drafts = ValidatedInput<typeof question.saveQuestions>['body']['questions'];

const typeOf = async (db: Db, quizId: string): Promise<QuizType> =>
  (await db.selectFrom('quiz').where('id', '=', quizId).select('type').executeTakeFirstOrThrow()).type;

/** 400 for questions with invalid answers, with their paths in the body. */
function refuseWrong(drafts: readonly question.QuestionDraft[], kind: QuizType, at: (index: number) => string): void {
  const errors = drafts.flatMap((draft, index) =>
    question.questionProblems(draft, kind).map(({ path, message }) => ({ path: `${at(index)}${path}`, message })),
  );
  if (errors.length > 0) throw new HttpError(400, errors[0]!.message, { errors });
}

/** 400 for an option id that the question does not have. */
function refuseUnknownOptions(
  options: question.QuestionDraft['options'],
  present: readonly question.Option[],
  at: string,
): void {
  const known = new Set(present.map(({ optionId }) => optionId));
  options.forEach(({ optionId }, index) => {
    if (optionId !== undefined && !known.has(optionId))
      throw badRequest('There is no such option in this question', `${at}options.${index}.optionId`);
  });
}

/** Draft whose texts follow from their formatted forms. 400 at a text that these make too long or empty. */
async function settled<Draft extends question.QuestionDraft>(draft: Draft, at = ''): Promise<Draft> {
  const derived = await withDerivedTexts(draft, at);
  for (const name of ['question', 'explanation'] as const) {
    const { error } = question.questionDraft.shape[name].safeParse(derived[name]);
    if (error) throw badRequest(error.issues[0]!.message, `${at}${name}`);
  }
  return derived;
}

/** Columns of a question. Survey questions have no right options; only text questions have an answer key. */
function rowOf({ options, ...draft }: question.QuestionDraft, kind: QuizType) {
  return {
    ...draft,
    answerKey: kind === 'QUIZ' && !question.hasOptions(draft.type) ? draft.answerKey : null,
    options: JSON.stringify(
      options.map(({ optionId = randomUUID(), text, imageUrl, isCorrect }, index) => ({
        optionId,
        text,
        imageUrl,
        ...(kind === 'QUIZ' && { isCorrect }),
        priority: index + 1,
      })),
    ),
  };
}

/** Questions of a quiz, by position; 404 if the quiz does not exist. */
export async function questionsOf(db: Db, quizId: string) {
  const questions = await findQuestions(db, quizId);
  if (!questions) throw notFound('quiz');
  return questions;
}

/** Locks the quiz, as a change of its questions is a change of the quiz. 400 if it does not exist. */
async function lockQuiz(db: Db, quizId: string): Promise<QuizType> {
  const quiz = await db.selectFrom('quiz').where('id', '=', quizId).select('type').forNoKeyUpdate().executeTakeFirst();
  if (!quiz) throw badRequest('There is no such quiz', 'quizId');
  return quiz.type;
}

/** Adds a question at the end; 400 for an unknown quiz or wrong answers, 409 if the quiz is full. */
export async function addQuestion(
  db: Db,
  { quizId, ...body }: ValidatedInput<typeof question.createQuestion>['body'],
): Promise<{ questionId: string }> {
  const draft = await settled(body);
  const kind = await lockQuiz(db, quizId);
  refuseWrong([draft], kind, () => '');
  const { count } = await db
    .selectFrom('question')
    .where('quizId', '=', quizId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  if (count >= question.maxQuestions)
    throw conflict('It has 1.000 questions, which is all that a quiz can have', 'quizId');
  const position = await nextPlace(db, quizQuestions, quizId);
  const { id } = await db
    .insertInto('question')
    .values({ ...rowOf(draft, kind), quizId, position })
    .returning('id')
    .executeTakeFirstOrThrow();
  await raiseVersion(db, 'quiz', quizId);
  return { questionId: id };
}

/** Updates the fields of the change; the others stay. */
export async function changeQuestion(
  db: Db,
  id: string,
  change: ValidatedInput<typeof question.updateQuestion>['body'],
): Promise<{ questionId: string }> {
  const kind = await lockQuiz(db, (await findQuestion(db, id)).quizId);
  const { quizId, ...present } = await findQuestion(db, id);
  const changed = { ...present, ...withoutOldFormats(change, present) };
  const draft = await settled(validated(question.questionDraft, changed));
  refuseUnknownOptions(draft.options, present.options, '');
  refuseWrong([draft], kind, () => '');
  await db.updateTable('question').set(rowOf(draft, kind)).where('id', '=', id).execute();
  await raiseVersion(db, 'quiz', quizId);
  return { questionId: id };
}

/** Deletes a question, and raises the version of its quiz; 404 if there is none. */
export async function removeQuestion(db: Db, id: string): Promise<{ questionId: string }> {
  const { quizId } = await findQuestion(db, id);
  await lockQuiz(db, quizId);
  await db.deleteFrom('question').where('id', '=', id).execute();
  await raiseVersion(db, 'quiz', quizId);
  return { questionId: id };
}

/** Replaces the questions of a quiz, in this order: drafts without an id are added, missing questions deleted. */
export async function replaceQuestions(db: Db, quizId: string, body: Drafts, ifMatch: number | null) {
  await lockForUpdate(db, 'quiz', quizId, ifMatch);
  const kind = await typeOf(db, quizId);
  const present = await questionsOf(db, quizId);
  const drafts = await settledAll(body, present);
  refuseWrong(drafts, kind, (index) => `questions.${index}.`);
  const places = await childrenOf(db, quizQuestions, [quizId]);
  const known = knownOf(drafts, present);
  await db
    .deleteFrom('question')
    .where('quizId', '=', quizId)
    .where('id', 'not in', [...known, quizId])
    .execute();
  await writeRows(
    db,
    quizId,
    placed(quizId, drafts, places).map(({ draft, ...place }) => ({ ...rowOf(draft, kind), ...place })),
  );
  return { quizId, version: await raiseVersion(db, 'quiz', quizId), questions: await questionsOf(db, quizId) };
}

/** Drafts whose texts follow from their formatted forms, or replace those. */
async function settledAll(drafts: Drafts, present: Awaited<ReturnType<typeof questionsOf>>): Promise<Drafts> {
  const storedById = new Map(present.map((one) => [one.questionId, one]));
  const settledOnes: Drafts = [];
  for (const [index, draft] of drafts.entries()) {
    const stored = storedById.get(draft.questionId ?? '');
    settledOnes.push(await settled(stored ? withoutOldFormats(draft, stored) : draft, `questions.${index}.`));
  }
  return settledOnes;
}

/** Ids of the questions that stay. 400 for an id that is not in the quiz or repeated, or for an unknown option. */
function knownOf(drafts: Drafts, present: Awaited<ReturnType<typeof questionsOf>>): ReadonlySet<string> {
  const storedById = new Map(present.map((one) => [one.questionId, one]));
  const known = new Set<string>();
  drafts.forEach(({ questionId, options }, index) => {
    if (questionId === undefined) return;
    const path = `questions.${index}.`;
    const stored = storedById.get(questionId);
    if (!stored) throw badRequest('There is no such question in this quiz', `${path}questionId`);
    if (known.has(questionId)) throw badRequest('This question is in the list twice', `${path}questionId`);
    refuseUnknownOptions(options, stored.options, path);
    known.add(questionId);
  });
  return known;
}

/** Drafts with their ids and positions; questions whose order does not change keep their positions. */
function placed(quizId: string, drafts: Drafts, places: readonly PlacedChild[]) {
  const named = drafts.map(({ questionId = null, ...draft }, index) => ({
    draft,
    id: questionId,
    key: questionId ?? `new ${index}`,
  }));
  const childAt = (parent: string, id: string, position: number): PlacedChild => ({ kind: '', id, parent, position });
  const staying = places.filter(({ id }) => named.some((one) => one.id === id));
  const coming = named.filter(({ id }) => id === null).map(({ key }, index) => childAt('new', key, index + 1));
  const present = [...staying, ...coming];
  const moves = planMoves(present, { [quizId]: named.map(({ key }) => ({ kind: '', id: key })), new: [] });
  const positions = new Map([...present, ...moves].map(({ id, position }) => [id, position]));
  return named.map(({ draft, id, key }) => ({ draft, id, position: positions.get(key)! }));
}

type Row = ReturnType<typeof rowOf> & { id: string | null; position: number };

/** Updates existing questions, in one statement so that positions can be swapped, and inserts new ones. */
async function writeRows(db: Db, quizId: string, rows: readonly Row[]): Promise<void> {
  const written = sql`jsonb_to_recordset(${JSON.stringify(
    rows.map((row) => ({ ...row, options: JSON.parse(row.options) as unknown })),
  )}::jsonb) as given (id uuid, type text, question text, "questionHtml" text, "imageUrl" text, options jsonb, "answerKey" text, explanation text, "explanationHtml" text, score int, position int)`;
  const columns = sql`type, question, question_html, image_url, options, answer_key, explanation, explanation_html, score, position`;
  const values = sql`given.type, given.question, given."questionHtml", given."imageUrl", given.options, given."answerKey", given.explanation, given."explanationHtml", given.score, given.position`;
  await sql`update question set (${columns}) = (select ${values}) from ${written}
    where question.id = given.id and quiz_id = ${quizId}`.execute(db);
  await sql`insert into question (quiz_id, ${columns}) select ${quizId}, ${values} from ${written}
    where given.id is null order by given.position`.execute(db);
}
