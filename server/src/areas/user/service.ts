/** Rules of users (spec §3, §5, §7; domain.md, User). */
import { isOwnEmail } from '#contract/password.ts';
import { userCoursesPageSize } from '#contract/user.ts';
import { lockForUpdate } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, conflict, notFound } from '#platform/errors.ts';
import type { Page } from '#platform/list.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { hashPassword } from '#platform/session/password.ts';
import { endAllFamilies } from '#platform/session/refresh-token.ts';
import { findCourseUsers, findProfile, findPlaces, findUserCourses, linkCourse, unlinkCourse } from './queries.ts';

/** 404 unless the user is this tenant's. */
async function requireUser(db: Db, id: string) {
  const profile = await findProfile(db, id);
  if (!profile) throw notFound('user');
  return profile;
}

export async function userProfile(db: Db, id: string) {
  const profile = await requireUser(db, id);
  const { rows, head } = await findUserCourses(db, id, { page: 1, pageSize: userCoursesPageSize, search: '' });
  return { ...profile, courses: { ...head, course: rows } };
}

export async function userCourses(db: Db, id: string, query: Page & { search: string }) {
  await requireUser(db, id);
  const { rows, head } = await findUserCourses(db, id, query);
  return { ...head, courses: rows };
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

export async function setUserPicture(db: Db, id: string, image: string | null, ifMatch: number | null) {
  await lockForUpdate(db, 'user', id, ifMatch);
  return db
    .updateTable('user')
    .set({ image })
    .where('id', '=', id)
    .returning(['id', 'image', 'version'])
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

async function requireCourse(db: Db, id: string): Promise<void> {
  const course = await db.selectFrom('course').select('id').where('id', '=', id).executeTakeFirst();
  if (!course) throw notFound('course');
}

export async function courseUsers(db: Db, courseId: string, query: Page & { search: string }) {
  await requireCourse(db, courseId);
  const { rows, head } = await findCourseUsers(db, courseId, query);
  return { ...head, users: rows, assignedUsers: rows.filter((user) => user.isAssigned) };
}

/** The user comes in the body, so an unknown one is bad input, not a missing page. */
async function requireBoth(db: Db, courseId: string, userId: string) {
  await requireCourse(db, courseId);
  const user = await findProfile(db, userId);
  if (!user) throw badRequest('This user does not exist', 'userId');
  return user;
}

/**
 * Members alone: staff would count as members of the course and stand in no list of them. 409 when the course is full.
 */
export async function assignCourse(db: Db, courseId: string, userId: string) {
  // Locked, so that of two who want the last place one waits for the other.
  await lockForUpdate(db, 'course', courseId, null);
  const { role } = await requireBoth(db, courseId, userId);
  if (role !== 'member') throw badRequest('Only members can be assigned to a course', 'userId');
  const changed = Number(await linkCourse(db, courseId, userId));
  const { capacity, members } = await findPlaces(db, courseId);
  if (changed && capacity !== null && members > capacity)
    throw conflict(`This course is full: ${members - 1} of ${capacity} places are taken`, 'userId');
  return { changed };
}

export async function unassignCourse(db: Db, courseId: string, userId: string) {
  await requireBoth(db, courseId, userId);
  return { changed: Number(await unlinkCourse(db, courseId, userId)) };
}
