/** Outline of a learning path (ours). A module of its own, since lists of paths do not need it. */
import { z } from 'zod';
import { byIdOf, idOf } from '../kernel/fields.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { pathCourse } from './endpoints.ts';

/** Courses of a path in order with their sections, which a drip opens day by day. */
export const getPathOutline = endpoint({
  area: 'learning-path',
  method: 'GET',
  url: '/admin/learning-path/:id/outline/',
  roles: ['admin'],
  params: byIdOf('learning-path'),
  reply: z.object({
    courses: z.array(pathCourse.extend({ sections: z.array(z.object({ id: idOf('section'), name: z.string() })) })),
  }),
});
