/** HTTP endpoints of quizzes, surveys and their questions. */
import type { FastifyInstance } from 'fastify';
import * as question from '#contract/course/quiz/questions.ts';
import * as quiz from '#contract/course/quiz/endpoints.ts';
import { getQuizResults } from '#contract/course/quiz/results.ts';
import { serve } from '#platform/http/serve.ts';
import { findQuiz, findQuizzes } from './queries.ts';
import * as questions from './questions.ts';
import { resultsOf } from './results.ts';
import { addQuiz, changeQuiz, removeQuiz } from './service.ts';

export function quizRoutes(app: FastifyInstance): void {
  serve(app, quiz.listQuizzes, async ({ query, db }) => {
    const { rows, head } = await findQuizzes(db, query);
    return { ...head, quizzes: rows };
  });
  serve(app, quiz.createQuiz, ({ query, body, db }) => addQuiz(db, { params: undefined, query, body }));
  serve(app, quiz.getQuiz, ({ params, db }) => findQuiz(db, params.id));
  serve(app, quiz.updateQuiz, ({ params, body, db, ifMatch }) => changeQuiz(db, params.id, body, ifMatch));
  serve(app, quiz.deleteQuiz, ({ params, db, ifMatch }) => removeQuiz(db, params.id, ifMatch));
  serve(app, getQuizResults, ({ params, db }) => resultsOf(db, params.id));
  serve(app, question.listQuestions, ({ query, db }) => questions.questionsOf(db, query.quizId));
  serve(app, question.createQuestion, ({ body, db }) => questions.addQuestion(db, body));
  serve(app, question.updateQuestion, ({ params, body, db }) => questions.changeQuestion(db, params.id, body));
  serve(app, question.deleteQuestion, ({ params, db }) => questions.removeQuestion(db, params.id));
  serve(app, question.saveQuestions, ({ params, body, db, ifMatch }) =>
    questions.replaceQuestions(db, params.id, body.questions, ifMatch),
  );
}
