/** Learning paths: so far what is assigned to them (domain.md, Calls). */
import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment.ts';
import { serveAssignment } from '#shared/assignment.ts';
import { keepPathFit } from '#shared/publishing.ts';

export function learningPathRoutes(app: FastifyInstance): void {
  serveAssignment(app, assignments.pathCourses, { settle: keepPathFit });
  serveAssignment(app, assignments.pathUsers);
}
