/** HTTP endpoints of users. */
import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment/table.ts';
import { getUserFactors, resetUserFactors } from '#contract/auth/second-factor.ts';
import { endUserSessions, listUserSessions } from '#contract/auth/sessions.ts';
import { createUser, findSamePeople, revokeInvitation, sendInvitation, setUserStatus } from '#contract/user/account.ts';
import { peopleExport } from '#contract/exports/endpoints.ts';
import * as user from '#contract/user/endpoints.ts';
import { getUserOverview } from '#contract/user/overview.ts';
import { listUserTimeline } from '#contract/user/timeline.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import { serveAssignment, serveItems } from '#shared/assignment/assign.ts';
import { courseUsers } from '#shared/course-places.ts';
import * as account from './account.ts';
import { listStaff, setUserRole } from '#contract/user/staff.ts';
import { findStaff, setRole } from './staff.ts';
import { userCourses } from './service.ts';
import { exportedPeople, findUsers } from './queries.ts';
import { beginExport, readPart } from '../../services/exports/exporting.ts';
import * as service from './service.ts';
import {
  changePicture,
  endSessionsOfUser,
  resetFactors,
  setUserPassword,
  userFactors,
  userSessions,
} from './access.ts';

export function userRoutes(app: FastifyInstance): void {
  serveList(app, user.listUsers, findUsers);
  serve(app, peopleExport.begin, (context) => beginExport(context, exportedPeople));
  serve(app, peopleExport.read, (context) => readPart(context, exportedPeople));
  serveList(app, listStaff, findStaff);
  serve(app, setUserRole, ({ params, body, ifMatch, ...work }) => setRole(work, params.id, body.role, ifMatch));
  serve(app, user.getUserProfile, ({ params, db }) => service.userProfile(db, params.id));
  serve(app, user.getUserSubscription, ({ params, db }) => service.userSubscription(db, params.id));
  serve(app, getUserOverview, ({ params, db, tenant }) =>
    service.userOverview(db, params.id, app.deps.config.firebase[tenant] === undefined),
  );
  serve(app, listUserTimeline, ({ params, query, db, caller }) =>
    service.userTimeline(db, params.id, query, caller.role),
  );
  serve(app, createUser, ({ body, ...work }) => account.create(work, body));
  serve(app, user.changeUser, ({ params, body, ifMatch, ...work }) => account.change(work, params.id, body, ifMatch));
  serve(app, setUserStatus, ({ params, body, ifMatch, ...work }) =>
    account.setStatus(work, params.id, body.status, ifMatch),
  );
  serve(app, sendInvitation, ({ params, ...work }) => account.invite(work, params.id));
  serve(app, revokeInvitation, ({ params, ...work }) => account.revoke(work, params.id));
  serve(app, findSamePeople, ({ query, db }) => account.samePeople(db, query));
  serve(app, user.changeUserPicture, ({ params, body, ifMatch, ...work }) =>
    changePicture(work, params.id, body, ifMatch),
  );
  serve(app, user.changeUserPassword, ({ params, body, ifMatch, ...work }) =>
    setUserPassword({ ...work, settings: app.deps.config }, params.id, body.password, ifMatch),
  );
  serve(app, listUserSessions, ({ params, db, caller }) => userSessions(db, caller, params.id));
  serve(app, endUserSessions, ({ params, query, ...work }) => endSessionsOfUser(work, params.id, query.sessionId));
  serve(app, getUserFactors, ({ params, db }) => userFactors(db, params.id));
  serve(app, resetUserFactors, ({ params, ...work }) => resetFactors(work, params.id));
  serveItems(app, assignments.userCourses, userCourses);
  serveItems(app, assignments.userPaths);
  serveAssignment(app, assignments.courseUsers, courseUsers, 'course-members');
}
