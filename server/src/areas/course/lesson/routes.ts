/** HTTP endpoints of lessons, their pictures and attendance. */
import type { FastifyInstance } from 'fastify';
import * as attendance from '#contract/course/attendance/endpoints.ts';
import { readListSheet } from '#contract/course/attendance/list-sheet.ts';
import { getListColumns, saveListColumns } from '#contract/course/attendance/list-columns.ts';
import * as lesson from '#contract/course/lesson/endpoints.ts';
import { acceptFormData } from '#platform/http/form-data.ts';
import { serve } from '#platform/http/serve.ts';
import { badRequest } from '#platform/errors.ts';
import { runInThread } from '#platform/thread.ts';
import { attendanceOf, attendanceOfCourse, listColumns, markAttendance, rememberListColumns } from './attendance.ts';
import { findLesson } from './queries.ts';
import { addLesson, changeLesson, removeLesson, addPicture, removePicture } from './service.ts';

export async function lessonRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    acceptFormData(scope, readListSheet.filePart!);
    serve(
      scope,
      readListSheet,
      async ({ request }) => {
        if (!request.file || request.file.length === 0)
          throw badRequest('Send the spreadsheet as the file "file"', 'file');
        const text = await runInThread(new URL('./list-sheet.ts', import.meta.url), new Uint8Array(request.file));
        return { text: text as string };
      },
      // No transaction: reading a file must not hold a connection.
      { ownTransactions: true },
    );
  });
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
