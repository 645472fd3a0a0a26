/** The HTTP call of the search over all areas, and its queries. */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { listCourses } from '#contract/course.ts';
import { listDiscounts } from '#contract/discount.ts';
import { mayCall } from '#contract/kernel.ts';
import { searchEverything } from '#contract/search.ts';
import { listUsers } from '#contract/user.ts';
import type { Db } from '#platform/database/database.ts';
import { serve } from '#platform/http/serve.ts';
import { likePattern } from '#platform/list.ts';

const most = 6;

const findCourses = (db: Db, pattern: string) =>
  db
    .selectFrom('course')
    .where('search', 'like', pattern)
    .orderBy('id', 'desc')
    .limit(most)
    .select([
      'id',
      'name',
      sql<'flexy' | 'fast-track'>`case type when 1 then 'fast-track' else 'flexy' end`.as('kind'),
      sql<string>`coalesce(category, '')`.as('hint'),
    ])
    .execute();

const findUsers = (db: Db, pattern: string) =>
  db
    .selectFrom('user')
    .where('search', 'like', pattern)
    .orderBy('nameKey')
    .limit(most)
    .select(['id', 'name', sql<'user'>`'user'`.as('kind'), 'email as hint'])
    .execute();

const findDiscounts = (db: Db, pattern: string) =>
  db
    .selectFrom('discount')
    .where('search', 'like', pattern)
    .orderBy('id', 'desc')
    .limit(most)
    .select(['id', 'name', sql<'discount'>`'discount'`.as('kind'), sql<string>`''`.as('hint')])
    .execute();

export function searchRoutes(app: FastifyInstance): void {
  serve(app, searchEverything, async ({ query, db, caller }) => {
    const pattern = likePattern(query.q);
    const found = await Promise.all([
      mayCall(listCourses, caller.role) ? findCourses(db, pattern) : [],
      mayCall(listUsers, caller.role) ? findUsers(db, pattern) : [],
      mayCall(listDiscounts, caller.role) ? findDiscounts(db, pattern) : [],
    ]);
    return { found: found.flat() };
  });
}
