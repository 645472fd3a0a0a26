/** Staff of a brand: their list, and changes of roles. The last active superadmin is kept by a trigger (0039_segments.sql). */
import { sql } from 'kysely';
import type { Role } from '#contract/kernel/endpoint.ts';
import { roleNames } from '#contract/user/account.ts';
import { listStaff, type staffRoles } from '#contract/user/staff.ts';
import { conflict } from '#platform/errors.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { updateRecord } from '#platform/records.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { endSessions, isOver } from '#platform/session/session.ts';
import { ordersOf } from '#platform/sorts.ts';
import { personPatterns } from '#shared/person-search.ts';
import { type Work, lockAccount } from './access.ts';

const orders = ordersOf('user', listStaff, { name: ['nameKey'] });
const sessions = sql`from session where session.user_id = "user".id and not ${isOver}`;

export const findStaff = queriedList(
  listStaff,
  (db, { patterns, role, status }, window, sort) => {
    const staff = db.selectFrom('user').where(sql<boolean>`role <> 'member'`);
    let matching = patterns ? staff.where(matchesAll('search', patterns)) : staff;
    if (role) matching = matching.where('role', '=', role);
    if (status) matching = matching.where('status', '=', status === 'active' ? 1 : 0);
    const rows = pageOf(matching, staff, orders[sort], window)
      .select(['id', 'name', 'email', 'image', 'lastLoginAt', 'version'])
      .select([
        sql<keyof typeof staffRoles>`role`.as('role'),
        sql<0 | 1>`status`.as('status'),
        sql<number>`(select count(*)::int ${sessions})`.as('sessions'),
        sql<string | null>`(select max(last_used_at) ${sessions})`.as('lastUsedAt'),
      ]);
    return { rows, total: cappedCount(matching) };
  },
  personPatterns,
);

/** Changes the role of another person. */
export async function setRole(work: Work, id: string, role: Role, ifMatch: number | null) {
  const { db, caller, request, tenant } = work;
  const user = await lockAccount(db, caller, id, ifMatch);
  if (id === caller.userId) throw conflict('You cannot change your own role', 'role');
  if (user.role === 'member' && role !== 'member' && (await hasCourses(work, id)))
    throw conflict('This member takes courses: unassign them, or create another account', 'role');
  const { version } = await updateRecord(db, 'user', id, { role });
  if (role === 'member') await endSessions(db, id);
  const detail = `${roleNames[user.role]} → ${roleNames[role]}`;
  await securityEvent(
    { db, request },
    { kind: 'account-changed', tenant, userId: id, byUserId: caller.userId, detail },
  );
  return { id, role, version };
}

const hasCourses = async ({ db }: Work, id: string): Promise<boolean> =>
  (await db.selectFrom('user').select('totalCourses').where('id', '=', id).executeTakeFirstOrThrow()).totalCourses > 0;
