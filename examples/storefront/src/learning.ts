/** Pages of a lesson and of a quiz, and what a member reports from them. */
import { randomUUID } from 'node:crypto';
import type { paths } from './api.d.ts';
import { type Html, button, formatted, html, lines, page, picture } from './html.ts';
import { dataOf, lectern } from './lectern.ts';
import { type Visit, redirect, textOf } from './visit.ts';

const back = (courseId: string) => html`<p><a href="/course?id=${courseId}">Back to the course</a></p>`;

/** `GET /lesson` */
export async function showLesson({ member, values }: Visit) {
  if (!member) return redirect('/');
  const path = { externalId: member, lessonId: textOf(values, 'id') };
  const lesson = await dataOf(
    lectern.GET('/api/integration/members/{externalId}/lessons/{lessonId}', { params: { path } }),
  );
  return page(
    lesson.name,
    html`${lesson.videoURL ? html`<p><a href="${lesson.videoURL}">Video</a></p>` : ''} ${formatted(lesson.content)}
    ${button('Finish', '/lesson', { id: lesson.lessonId, courseId: lesson.courseId })} ${back(lesson.courseId)}`,
  );
}

/** `POST /lesson` */
export async function finishLesson({ member, values }: Visit) {
  if (!member) return redirect('/');
  const items = [{ member, lessonId: textOf(values, 'id'), completedAt: new Date().toISOString() }];
  await dataOf(lectern.PUT('/api/integration/progress', { body: { items } }));
  return redirect(`/course?id=${textOf(values, 'courseId')}`);
}

type Quiz =
  paths['/api/integration/members/{externalId}/quizzes/{quizId}']['get']['responses'][200]['content']['application/json'];
type Question = Quiz['questions'][number];

/** Choices, or a text for a question without them; the field's name is the question's id. */
function answerField({ questionId, question, questionHtml, imageUrl, type, options }: Question): Html {
  const text = html`${questionHtml === null ? lines(question) : formatted(questionHtml)} ${picture(imageUrl)}`;
  if (options.length === 0) return html`<label>${text} <input name="${questionId}" /></label>`;
  const input = type === 'MULTIPLE_CHOICE' ? 'checkbox' : 'radio';
  return html`<fieldset>
    <legend>${text}</legend>
    ${options.map(
      (option, at) =>
        html`<label
          ><input type="${input}" name="${questionId}" value="${option.optionId}" />
          <span>${lines(option.text)} ${picture(option.imageUrl, option.text ? '' : `Option ${at + 1}`)}</span></label
        >`,
    )}
  </fieldset>`;
}

/** `GET /quiz` */
export async function showQuiz({ member, values }: Visit) {
  if (!member) return redirect('/');
  const path = { externalId: member, quizId: textOf(values, 'id') };
  const quiz = await dataOf(
    lectern.GET('/api/integration/members/{externalId}/quizzes/{quizId}', { params: { path } }),
  );
  return page(
    quiz.name,
    html`<form method="post" action="/quiz">
      <input type="hidden" name="quizId" value="${quiz.quizId}" />
      <input type="hidden" name="courseId" value="${textOf(values, 'courseId')}" />
      <input type="hidden" name="externalId" value="attempt-${randomUUID()}" />
      ${quiz.questions.map(answerField)}
      <button>Send</button>
    </form>`,
  );
}

const form = new Set(['quizId', 'courseId', 'externalId']);

/** `POST /quiz`. Lectern scores the answers. */
export async function answerQuiz({ member, values }: Visit) {
  if (!member) return redirect('/');
  const questions = [...new Set(values.keys())].filter((name) => !form.has(name));
  const answers = questions.map((questionId) => ({ questionId, answer: values.getAll(questionId).map(String) }));
  const body = { externalId: textOf(values, 'externalId'), member, quizId: textOf(values, 'quizId'), answers };
  const { score, passed, attemptsLeft } = await dataOf(lectern.POST('/api/integration/quiz-attempts', { body }));
  return page(
    passed === false ? 'Not passed' : 'Passed',
    html`<p>${score === null ? 'Thank you.' : `Score: ${score}`}</p>
      ${passed === false && attemptsLeft !== null ? html`<p>Attempts left: ${attemptsLeft}</p>` : ''}
      ${back(textOf(values, 'courseId'))}`,
  );
}
