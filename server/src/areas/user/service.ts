/** Rules of users (spec §3, §5, §7; domain.md, User). */
import { assignments } from '#contract/assignment.ts';
import { isOwnEmail } from '#contract/password.ts';
import { lockForUpdate } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, notFound } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { hashPassword } from '#platform/session/password.ts';
import { endAllFamilies } from '#platform/session/refresh-token.ts';
import { assignedCourses } from './courses.ts';
import { findProfile } from './queries.ts';

/** 404 unless the user is this tenant's. */
async function requireUser(db: Db, id: string) {
  const profile = await findProfile(db, id);
  if (!profile) throw notFound('user');
  return profile;
}

/** The profile of the spec, with the first page of courses. */
export async function userProfile(db: Db, id: string) {
  const profile = await requireUser(db, id);
  const { pageSize } = assignments.userCourses;
  const { rows, head } = await assignedCourses(db, id, { page: 1, pageSize });
  return { ...profile, courses: { ...head, course: rows } };
}

export async function renameUser(db: Db, id: string, name: string, ifMatch: number | null) {
  await lockForUpdate(db, 'user', id, ifMatch);
  return db
    .updateTable('user')
    .set({ name })
    .where('id', '=', id)
    .returning(['id', 'name', 'version'])
    .executeTakeFirstOrThrow();
}

/** Sets a password and signs the user out everywhere. Who sets a superadmin's becomes one, so only a superadmin may. */
export async function setUserPassword(
  db: Db,
  caller: Pick<Caller, 'role'>,
  id: string,
  password: string,
  ifMatch: number | null,
) {
  const { email, role } = await requireUser(db, id);
  if (role === 'superadmin' && caller.role !== 'superadmin')
    throw new HttpError(403, 'Only a superadmin may change the password of a superadmin');
  if (isOwnEmail(password, email)) throw badRequest('The password is the name in the e-mail address', 'password');
  const passwordHash = await hashPassword(password);
  await lockForUpdate(db, 'user', id, ifMatch);
  await endAllFamilies(db, id);
  return db
    .updateTable('user')
    .set({ passwordHash })
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
}
