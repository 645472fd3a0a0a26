import type { FastifyInstance } from 'fastify';
import { endUserSessions, listUserSessions } from '#contract/session.ts';
import * as user from '#contract/user.ts';
import { serve } from '#platform/http/serve.ts';
import { findUsers } from './queries.ts';
import * as service from './service.ts';
import { endUser, setUserPassword, userSessions } from './access.ts';

export function userRoutes(app: FastifyInstance): void {
  serve(app, user.listUsers, async ({ query, db }) => {
    const { rows, head } = await findUsers(db, query);
    return { ...head, users: rows };
  });
  serve(app, user.getUserProfile, ({ params, db }) => service.userProfile(db, params.id));
  serve(app, user.changeUserName, ({ params, body, db, ifMatch }) =>
    service.renameUser(db, params.id, body.name, ifMatch),
  );
  serve(app, user.changeUserPassword, ({ params, body, ifMatch, ...work }) =>
    setUserPassword({ ...work, isDemo: app.deps.config.demo }, params.id, body.password, ifMatch),
  );
  serve(app, listUserSessions, ({ params, db, caller }) => userSessions(db, caller, params.id));
  serve(app, endUserSessions, ({ params, query, ...work }) => endUser(work, params.id, query.sessionId));
  serve(app, user.listUserCourses, ({ params, query, db }) => service.userCourses(db, params.id, query));
  serve(app, user.listCourseUsers, ({ params, query, db }) => service.courseUsers(db, params.id, query));
  serve(app, user.assignCourseToUser, ({ params, body, db }) => service.assignCourse(db, params.id, body.userId));
  serve(app, user.unassignCourseFromUser, ({ params, body, db }) => service.unassignCourse(db, params.id, body.userId));
}
