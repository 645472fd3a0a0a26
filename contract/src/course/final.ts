/** Final project of a course (spec §3, §7, §8; domain.md, Final project). */
import { z } from 'zod';
import { byIdOf, idOf, version } from '../kernel/fields.ts';
import { finalProjectDraft } from './final-project.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { changeOf } from '../kernel/record-endpoints.ts';

const all = { area: 'course', roles: ['admin', 'instructor'] } as const;
const one = {
  ...all,
  url: '/admin/lesson/:id/final-project',
  params: byIdOf('final-project'),
  versioned: true,
  reply: z.object({ id: idOf('final-project'), version }),
} as const;

export const createFinalProject = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/lesson/final-project',
  body: finalProjectDraft.extend({ courseId: idOf('course') }),
  success: 201,
  creates: true,
  reply: z.object({ id: idOf('final-project') }),
  messages: { ok: 'Successfully Created Final Project', fail: 'Fail to Create Final Project' },
});

export const updateFinalProject = endpoint({
  ...one,
  method: 'PUT',
  body: changeOf(finalProjectDraft).partial(),
  messages: { ok: 'Update Final Project Success', fail: 'Fail to Update Final Project' },
});

/** Deletes the final project of a course (ours: the spec has this call for learning paths only). */
export const deleteFinalProject = endpoint({
  ...one,
  method: 'DELETE',
  reply: z.object({ id: idOf('final-project') }),
  messages: { ok: 'Final project deleted successfully', fail: 'Failed to delete final project' },
});
