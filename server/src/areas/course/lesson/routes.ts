/** HTTP endpoints of lessons, their pictures and attendance. */
import type { FastifyInstance } from 'fastify';
import * as attendance from '#contract/course/attendance/endpoints.ts';
import { getListColumns, saveListColumns } from '#contract/course/attendance/list-columns.ts';
import * as lesson from '#contract/course/lesson/endpoints.ts';
import { serve } from '#platform/http/serve.ts';
import { attendanceOf, attendanceOfCourse, listColumns, markAttendance, rememberListColumns } from './attendance.ts';
import { findLesson } from './queries.ts';
import { addLesson, changeLesson, removeLesson, addPicture, removePicture } from './service.ts';

export function lessonRoutes(app: FastifyInstance): void {
  serve(app, lesson.createLesson, ({ body, db }) => addLesson(db, body));
  serve(app, lesson.getLesson, ({ params, db }) => findLesson(db, params.id));
  serve(app, lesson.updateLesson, ({ params, body, db, ifMatch }) => changeLesson(db, params.id, body, ifMatch));
  serve(app, lesson.deleteLesson, ({ params, db, ifMatch }) => removeLesson(db, params.id, ifMatch));
  serve(app, lesson.addDocumentation, ({ params, body, db }) => addPicture(db, params.id, body.image_url));
  serve(app, lesson.deleteDocumentation, ({ params, db }) => removePicture(db, params.id));
  serve(app, attendance.getAttendance, ({ params, db }) => attendanceOf(db, params));
  serve(app, attendance.saveAttendance, ({ params, body, db }) => markAttendance(db, params, body));
  serve(app, getListColumns, ({ db }) => listColumns(db));
  serve(app, saveListColumns, ({ body, db }) => rememberListColumns(db, body.columns));
  serve(app, attendance.courseAttendance, ({ params, db }) => attendanceOfCourse(db, params.id));
}
