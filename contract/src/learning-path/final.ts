/** Final quiz or final project of a learning path, never both (spec §3, §7, §8; domain.md, Final project). */
import { z } from 'zod';
import { byIdOf, idOf, version } from '../kernel/fields.ts';
import { finalProject, finalProjectDraft } from '../course/final-project.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { quizName } from '../course/quiz/endpoints.ts';
import { changeOf } from '../kernel/record-endpoints.ts';

const all = { area: 'learning-path', roles: ['admin'], params: byIdOf('learning-path') } as const;
const making = { ...all, method: 'POST', success: 201, creates: true } as const;
const removed = { ok: 'Final Proj/Quiz deleted successfully', fail: 'Failed to delete final project' };

const project = finalProject.omit({ id: true, courseId: true }).extend({
  finalProjectId: idOf('final-project'),
  pathId: idOf('learning-path'),
});

const whole = { ...all, url: '/admin/learning-path/:id/final-courses/' } as const;

/** Gets the path's final quiz or project; `kind` null: neither. */
export const getPathFinal = endpoint({
  ...whole,
  method: 'GET',
  reply: z.object({
    kind: z.enum(['QUIZ', 'PROJECT']).nullable(),
    quiz: z
      .object({ quizId: idOf('quiz'), name: z.string(), passingScore: z.int(), totalQuestions: z.int() })
      .nullable(),
    finalProject: project.nullable(),
  }),
});

/** Deletes the final quiz or project; 404 if there is neither. */
export const deletePathFinal = endpoint({
  ...whole,
  method: 'DELETE',
  reply: z.object({ kind: z.enum(['QUIZ', 'PROJECT']) }),
  messages: removed,
});

/** Creates the final quiz, by default named after the path; 409 if the path has a final quiz or project. */
export const createPathQuiz = endpoint({
  ...making,
  url: '/admin/learning-path/:id/final-quiz/',
  body: z.object({ name: quizName.optional() }).default({}),
  reply: z.object({ quizId: idOf('quiz') }),
  messages: { ok: 'Final Quiz created successfully', fail: 'Failed to create final quiz' },
});

/** Creates the final project; 409 if the path has a final quiz or project. */
export const createPathProject = endpoint({
  ...making,
  url: '/admin/learning-path/:id/final-project/',
  body: finalProjectDraft,
  reply: z.object({ finalProjectId: idOf('final-project') }),
  messages: { ok: 'Final Project created successfully', fail: 'Failed to create final project' },
});

const one = {
  ...all,
  url: '/admin/learning-path/:id/final-project/:finalProjectId/',
  params: z.object({ id: idOf('learning-path'), finalProjectId: idOf('final-project') }),
  versioned: true,
} as const;
const changed = z.object({ finalProjectId: idOf('final-project'), version });

export const getPathProject = endpoint({ ...one, method: 'GET', reply: project });

export const updatePathProject = endpoint({
  ...one,
  method: 'PUT',
  body: changeOf(finalProjectDraft).partial(),
  reply: changed,
  messages: { ok: 'Final Project updated successfully', fail: 'Failed to update final project' },
});

export const deletePathProject = endpoint({ ...one, method: 'DELETE', reply: changed, messages: removed });
