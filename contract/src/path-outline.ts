/** What a learning path teaches (ours). Apart from the paths themselves: a list of these needs none of it. */
import { z } from 'zod';
import { byIdOf, idOf } from './fields.ts';
import { endpoint } from './kernel.ts';
import { pathCourse } from './learning-path.ts';

/** What its courses teach, in their order: what a drip opens day by day. */
export const getPathOutline = endpoint({
  area: 'learning-path',
  embeds: ['course'],
  method: 'GET',
  url: '/admin/learning-path/:id/outline/',
  roles: ['admin'],
  params: byIdOf('learning-path'),
  reply: z.object({
    courses: z.array(pathCourse.extend({ sections: z.array(z.object({ id: idOf('section'), name: z.string() })) })),
  }),
});
