/** The HTTP calls of courses. */
import type { FastifyInstance } from 'fastify';
import * as course from '#contract/course.ts';
import { reorderSectionItems, reorderSections } from '#contract/section.ts';
import { serve } from '#platform/http/serve.ts';
import { courseSections, reorder, sectionItems } from '#shared/ordering.ts';
import { addCourse, copyCourse } from './new-course.ts';
import { findShifts } from './queries.ts';
import * as service from './service.ts';

export function courseRoutes(app: FastifyInstance): void {
  serve(app, course.listCourses, ({ params, query, db }) => service.coursePage(db, params.type, query));
  serve(app, course.createCourse, ({ params, body, db }) => addCourse(db, params.type, body.name));
  serve(app, course.listShifts, ({ db }) => findShifts(db));
  serve(app, course.getCourse, ({ params, db }) => service.courseDetail(db, params.id));
  serve(app, course.updateCourse, ({ params, body, db, ifMatch }) =>
    service.changeCourse(db, params.id, body, ifMatch),
  );
  serve(app, course.duplicateCourse, ({ params, db }) => copyCourse(db, params.id));
  serve(app, course.deleteCourse, ({ params, db, ifMatch }) => service.removeCourse(db, params.id, ifMatch));
  serve(app, reorderSections, ({ params, body, db, ifMatch }) => reorder(db, courseSections, params.id, body, ifMatch));
  serve(app, reorderSectionItems, ({ params, body, db, ifMatch }) =>
    reorder(db, sectionItems, params.id, body, ifMatch),
  );
}
