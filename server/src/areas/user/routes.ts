import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment.ts';
import * as user from '#contract/user.ts';
import { logSecurityEvent } from '#platform/http/security-event.ts';
import { serve } from '#platform/http/serve.ts';
import { serveAssignment, serveItems } from '#shared/assignment.ts';
import { courseUsers, userCourses } from './courses.ts';
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
  serve(app, user.changeUserPassword, async ({ params, body, db, caller, ifMatch, request, tenant }) => {
    const changed = await service.setUserPassword(db, caller, params.id, body.password, ifMatch);
    logSecurityEvent(request, { tenant, action: 'set-password', userId: caller.userId, victimId: params.id });
    return changed;
  });
  serveItems(app, assignments.userCourses, userCourses);
  serveAssignment(app, assignments.courseUsers, courseUsers);
}
