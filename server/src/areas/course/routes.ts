/** HTTP endpoints of courses. */
import type { FastifyInstance } from 'fastify';
import * as course from '#contract/course/endpoints.ts';
import * as project from '#contract/course/final.ts';
import { getGradebook } from '#contract/course/gradebook.ts';
import { getCourseProgress, getProgress } from '#contract/course/progress.ts';
import * as section from '#contract/course/section/endpoints.ts';
import { lockForUpdate } from '#platform/records.ts';
import { serve } from '#platform/http/serve.ts';
import { courseSections, reorder, sectionItems } from '#shared/ordering.ts';
import { moveItems } from '#shared/section-items.ts';
import { progressOfMember } from '#shared/progress.ts';
import { copyParts } from './copying.ts';
import { addFinalProject, changeFinalProject, removeFinalProject } from './final-project.ts';
import { gradebookPage } from './gradebook.ts';
import { addCourse, copyCourse } from './new-course.ts';
import { progressOfCourse } from './progress.ts';
import { findShifts, findTeachers } from './queries.ts';
import * as sections from './sections.ts';
import * as service from './service.ts';

export function courseRoutes(app: FastifyInstance): void {
  serve(app, course.listCourses, ({ params, query, db }) => service.coursePage(db, params.type, query));
  serve(app, course.createCourse, ({ params, body, db, caller }) => addCourse(db, params.type, body.name, caller));
  serve(app, course.listShifts, ({ db }) => findShifts(db));
  serve(app, course.listTeachers, ({ db }) => findTeachers(db));
  serve(app, course.getCourse, ({ params, db }) => service.courseDetail(db, params.id));
  serve(app, course.updateCourse, ({ params, body, db, ifMatch, caller }) =>
    service.changeCourse({ db, caller }, params.id, body, ifMatch),
  );
  serve(app, course.duplicateCourse, ({ params, db }) => copyCourse(db, params.id));
  serve(app, course.deleteCourse, ({ params, db, ifMatch }) => service.removeCourse(db, params.id, ifMatch));
  serve(app, getProgress, ({ params, db }) => progressOfMember(db, params.id, params.userId));
  serve(app, getCourseProgress, ({ params, db }) => progressOfCourse(db, params.id));
  serve(app, getGradebook, ({ params, query, db }) => gradebookPage(db, params.id, query));
  sectionRoutes(app);
  serve(app, project.createFinalProject, ({ body, db }) => addFinalProject(db, body));
  serve(app, project.updateFinalProject, ({ params, body, db, ifMatch }) =>
    changeFinalProject(db, params.id, body, ifMatch),
  );
  serve(app, project.deleteFinalProject, ({ params, db, ifMatch }) => removeFinalProject(db, params.id, ifMatch));
}

function sectionRoutes(app: FastifyInstance): void {
  serve(app, section.createSection, ({ params, body, db }) => sections.addSection(db, params.id, body));
  serve(app, section.getSection, ({ params, db }) => sections.sectionOf(db, params.id, params.sectionId));
  serve(app, section.updateSection, ({ params, body, db, ifMatch }) =>
    sections.changeSection(db, params, body, ifMatch),
  );
  serve(app, section.deleteSection, ({ params, db, ifMatch }) => sections.removeSection(db, params, ifMatch));
  serve(app, section.reorderSections, ({ params, body, db, ifMatch }) =>
    reorder(db, courseSections, params.id, body, ifMatch),
  );
  serve(app, section.reorderSectionItems, ({ params, body, db, ifMatch }) =>
    reorder(db, sectionItems, params.id, body, ifMatch),
  );
  serve(app, section.moveItems, async ({ params, body, db }) => {
    await lockForUpdate(db, 'course', params.id, null);
    return { changed: await moveItems(db, params.id, body.moves) };
  });
  serve(app, section.copyParts, ({ params, body, db }) => copyParts(db, params.id, body));
  serve(app, section.deleteParts, ({ params, body, db }) => sections.removeParts(db, params.id, body));
}
