import type { FastifyInstance } from 'fastify';
import * as user from '#contract/user.ts';
import { serve } from '#platform/http/serve.ts';
import { findUsers } from './queries.ts';
import * as service from './service.ts';

export function userRoutes(app: FastifyInstance): void {
  serve(app, user.listUsers, async ({ query, db }) => {
    const { rows, head } = await findUsers(db, query);
    return { ...head, users: rows };
  });
  serve(app, user.getUserProfile, ({ params, db }) => service.userProfile(db, params.id));
  serve(app, user.changeUserName, ({ params, body, db, ifMatch }) =>
    service.renameUser(db, params.id, body.name, ifMatch),
  );
  serve(app, user.changeUserPicture, ({ params, body, db, ifMatch }) =>
    service.setUserPicture(db, params.id, body.image, ifMatch),
  );
  serve(app, user.changeUserPassword, ({ params, body, db, caller, ifMatch }) =>
    service.setUserPassword(db, caller, params.id, body.password, ifMatch),
  );
  serve(app, user.listUserCourses, ({ params, query, db }) => service.userCourses(db, params.id, query));
  serve(app, user.listCourseUsers, ({ params, query, db }) => service.courseUsers(db, params.id, query));
  serve(app, user.assignCourseToUser, ({ params, body, db }) => service.assignCourse(db, params.id, body.userId));
  serve(app, user.unassignCourseFromUser, ({ params, body, db }) => service.unassignCourse(db, params.id, body.userId));
}
