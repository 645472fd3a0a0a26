/** Learning paths: so far what is assigned to them (domain.md, Calls). */
import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment.ts';
import { serveAssignment } from '#shared/assignment.ts';
import { courseItems, userItems } from '#shared/assignment-link.ts';
import { keepPathFit } from '#shared/publishing.ts';

const owner = { table: 'learningPath', column: 'pathId', thing: 'learning path' };

export function learningPathRoutes(app: FastifyInstance): void {
  serveAssignment(app, assignments.pathCourses, {
    table: 'learningPathCourse',
    owner,
    item: courseItems,
    settle: keepPathFit,
  });
  serveAssignment(app, assignments.pathUsers, { table: 'learningPathUser', owner, item: userItems });
}
