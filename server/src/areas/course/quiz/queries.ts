/** SQL of quizzes, surveys and their questions. */
import { type RawBuilder, sql } from 'kysely';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { type listQuestions, question } from '#contract/course/quiz/questions.ts';
import { listQuizzes, quiz, quizRow } from '#contract/course/quiz/endpoints.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { priorityOf } from '#shared/section-items.ts';

const from = {
  quizId: 'id',
  surveyId: sql<string | null>`case when type = 'SURVEY' then id end`,
  courseId: sql<string | null>`(select course_id from course_section s where s.id = quiz.section_id)`,
  courseName: sql<
    string | null
  >`(select c.name from course_section s join course c on c.id = s.course_id where s.id = quiz.section_id)`,
  courseType: sql<
    0 | 1 | null
  >`(select c.type from course_section s join course c on c.id = s.course_id where s.id = quiz.section_id)`,
  sectionName: sql<string | null>`(select s.name from course_section s where s.id = quiz.section_id)`,
  pathName: sql<string | null>`(select p.name from learning_path p where p.id = quiz.path_id)`,
  totalQuestions: sql<number>`(select count(*)::int from question where quiz_id = quiz.id)`,
} as const;

const rowColumns = columnsOf('quiz', quizRow, from);

const order = sql`id desc`;

export const findQuizzes = queriedList(listQuizzes, (db, { patterns, type }, window) => {
  const quizzes = db.selectFrom('quiz');
  let matching = quizzes.where('type', '=', type);
  if (patterns) matching = matching.where(matchesAll('search', patterns));
  return {
    rows: pageOf(matching, quizzes, order, window).select(rowColumns),
    total: cappedCount(matching),
  };
});

/** Options of a question `q`; those of surveys have no `isCorrect`, and older ones are stored without a picture. */
const options = sql`(select coalesce(jsonb_agg('{"imageUrl": null}' || case quiz.type when 'QUIZ' then one else one - 'isCorrect' end order by place), '[]')
  from jsonb_array_elements(q.options) with ordinality as option (one, place))`;

type Questions = Reply<typeof listQuestions>;
const questions: RawBuilder<Questions> = sql`coalesce((
  select json_agg(json_build_object('questionId', q.id, 'quizId', q.quiz_id, 'type', q.type, 'question', q.question, 'questionHtml', q.question_html, 'imageUrl', q.image_url,
    'options', ${options}, 'answerKey', q.answer_key, 'explanation', q.explanation, 'explanationHtml', q.explanation_html, 'score', q.score, 'priority', q.place) order by q.place)
  from (select *, row_number() over (order by position) as place from question where quiz_id = quiz.id) q), '[]')`;

const columns = columnsOf('quiz', quiz, { ...from, questions, priority: priorityOf('quiz', sql.ref('quiz.id')) });

export const findQuiz = (db: Db, id: string) =>
  db
    .selectFrom('quiz')
    .select(columns)
    .where('quiz.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('quiz'));

/** Questions of a quiz, by position; undefined if the quiz does not exist. */
export const findQuestions = async (db: Db, quizId: string): Promise<Questions | undefined> =>
  (await db.selectFrom('quiz').where('id', '=', quizId).select(questions.as('questions')).executeTakeFirst())
    ?.questions;

const stored = columnsOf('question', question.omit({ priority: true }), { questionId: 'id' });

export const findQuestion = (db: Db, id: string) =>
  db
    .selectFrom('question')
    .select(stored)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('question'));
