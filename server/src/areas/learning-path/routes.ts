/** HTTP endpoints of learning paths. */
import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment/table.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { getPathOutline } from '#contract/learning-path/outline.ts';
import * as final from '#contract/learning-path/final.ts';
import { serve } from '#platform/http/serve.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import { serveAssignment } from '#shared/assignment/assign.ts';
import { pathCourses } from './batches.ts';
import {
  addFinalProject,
  addFinalQuiz,
  changeFinalProject,
  finalOf,
  removeFinal,
  removeFinalProject,
} from './final.ts';
import { findOutline, findPath, projectOf } from './queries.ts';
import { pathRecord } from './service.ts';

export function learningPathRoutes(app: FastifyInstance): void {
  serveRecord(app, learningPaths, pathRecord);
  serve(app, getPathOutline, ({ params, db }) => findOutline(db, params.id));
  serveAssignment(app, pathCourses.assignment, pathCourses.rules, 'path-courses');
  serveAssignment(app, assignments.pathUsers);
  serve(app, final.getPathFinal, ({ params, db }) => finalOf(db, params.id));
  serve(app, final.deletePathFinal, ({ params, db }) => removeFinal(db, params.id));
  serve(app, final.createPathQuiz, ({ params, body, db }) => addFinalQuiz(db, params.id, body.name));
  serve(app, final.createPathProject, ({ params, body, db }) => addFinalProject(db, params.id, body));
  serve(app, final.getPathProject, async ({ params, db }) => {
    await findPath(db, params.id);
    return projectOf(db, params.id, params.finalProjectId);
  });
  serve(app, final.updatePathProject, ({ params, body, db, ifMatch }) => changeFinalProject(db, params, body, ifMatch));
  serve(app, final.deletePathProject, ({ params, db, ifMatch }) => removeFinalProject(db, params, ifMatch));
}
