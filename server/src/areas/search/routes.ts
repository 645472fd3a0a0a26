/** The HTTP call of the search over all areas, and its queries. */
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { listCourses } from '#contract/course.ts';
import { discounts } from '#contract/discount.ts';
import { learningPaths } from '#contract/learning-path.ts';
import { type Reply, mayCall } from '#contract/kernel.ts';
import { listOrders } from '#contract/order.ts';
import { searchEverything } from '#contract/search.ts';
import { listSubmissions } from '#contract/submission.ts';
import { listSubscribers } from '#contract/subscription.ts';
import { listUsers } from '#contract/user.ts';
import { vouchers } from '#contract/voucher.ts';
import type { Db } from '#platform/database/database.ts';
import { serve } from '#platform/http/serve.ts';
import { likePattern } from '#platform/list.ts';
import { personPattern } from '#shared/person-search.ts';

type Found = Reply<typeof searchEverything>['found'][number];
const most = 6;

const productName = sql<string>`coalesce((select name from course where id = course_id), (select name from learning_path where id = path_id))`;

/** What is found, for whom (who may open its list), in which order, and what is said beside its name. */
const searched = [
  {
    table: 'course',
    name: 'name',
    opens: listCourses,
    kind: sql<Found['kind']>`case type when 1 then 'fast-track' else 'flexy' end`,
    hint: sql<string>`coalesce(category, '')`,
    order: sql`id desc`,
  },
  {
    table: 'learningPath',
    name: 'name',
    opens: learningPaths.list,
    kind: sql<Found['kind']>`'learning-path'`,
    hint: sql<string>`coalesce(category, '')`,
    order: sql`id desc`,
  },
  {
    table: 'user',
    name: 'name',
    opens: listUsers,
    kind: sql<Found['kind']>`'user'`,
    hint: sql<string>`email`,
    order: sql`name_key`,
  },
  {
    table: 'subscription',
    name: sql<string>`(select name from "user" person where person.id = subscription.user_id)`,
    opens: listSubscribers,
    kind: sql<Found['kind']>`'subscription'`,
    hint: sql<string>`(select name from subscription_plan plan where plan.id = subscription.plan_id)`,
    order: sql`name_key, id`,
  },
  {
    table: 'order',
    name: 'invoiceNumber',
    opens: listOrders,
    kind: sql<Found['kind']>`'order'`,
    hint: sql<string>`user_name`,
    order: sql`created_at desc, id desc`,
  },
  {
    table: 'discount',
    name: 'name',
    opens: discounts.list,
    kind: sql<Found['kind']>`'discount'`,
    hint: sql<string>`''`,
    order: sql`id desc`,
  },
  {
    table: 'voucher',
    name: 'name',
    opens: vouchers.list,
    kind: sql<Found['kind']>`'voucher'`,
    hint: sql<string>`code`,
    order: sql`id desc`,
  },
  {
    table: 'projectSubmission',
    name: sql<string>`(select name from "user" where id = user_id)`,
    opens: listSubmissions,
    kind: sql<Found['kind']>`'submission'`,
    hint: sql<string>`${productName} || ' · attempt ' || attempt`,
    order: sql`submitted_at desc, id desc`,
  },
] as const;

/** Found by their phone, too. */
const people: ReadonlySet<string> = new Set(['user', 'subscription']);

const find = (db: Db, { table, name, kind, hint, order }: (typeof searched)[number], pattern: string) =>
  db
    .selectFrom(table)
    .where('search', 'like', pattern)
    .orderBy(order)
    .limit(most)
    .select([
      'id',
      (typeof name === 'string' ? sql.ref<string>(name) : name).as('name'),
      kind.as('kind'),
      hint.as('hint'),
    ])
    .execute();

export function searchRoutes(app: FastifyInstance): void {
  serve(app, searchEverything, async ({ query, db, caller }) => {
    const allowed = searched.filter(({ opens }) => mayCall(opens, caller.role));
    const found = await Promise.all(
      allowed.map((one) => find(db, one, (people.has(one.table) ? personPattern : likePattern)(query.q))),
    );
    return { found: found.flat() };
  });
}
