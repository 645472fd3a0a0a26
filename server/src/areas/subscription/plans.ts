/** SQL and rules of subscription plans. */
import { type RawBuilder, sql } from 'kysely';
import { plans } from '#contract/subscription/plans.ts';
import { columnsOf } from '#platform/database/columns.ts';
import { notFound } from '#platform/errors.ts';
import type { Db } from '#platform/database/database.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { cappedCount, matchesAll, pageOf, queriedList } from '#platform/list.ts';
import { byName, ordersOf } from '#platform/sorts.ts';
import { activeDiscount, withFinalPrice } from '#shared/pricing/pricing.ts';

const columns = columnsOf('subscriptionPlan', plans.row.omit({ finalPrice: true }), { planId: 'id' });
const reduction = activeDiscount('plan', 'subscription_plan').as('reduction');
const sorts = ordersOf('subscriptionPlan', plans.list, { createdAt: [], name: byName('subscriptionPlan') });

const findPlans = queriedList(plans.list, (db, { patterns, isPublished }, window, sort) => {
  const all = db.selectFrom('subscriptionPlan');
  let matching = all;
  if (patterns) matching = matching.where(matchesAll('search', patterns));
  if (isPublished !== undefined) matching = matching.where('isPublished', '=', isPublished);
  const page = pageOf(matching, all, sorts[sort], window);
  return { rows: page.select([...columns, reduction]), total: cappedCount(matching) };
});

const findPlan = (db: Db, id: string) =>
  db
    .selectFrom('subscriptionPlan')
    .where('id', '=', id)
    .select([...columns, 'version', reduction])
    .executeTakeFirstOrThrow(() => notFound('subscription plan'));

const isThere = async (db: Db, rows: RawBuilder<unknown>) =>
  (await sql<{ is: boolean }>`select exists (${rows}) as is`.execute(db)).rows[0]?.is === true;

export const planRecord: RecordOf<typeof plans, 'subscriptionPlan'> = {
  table: 'subscriptionPlan',
  list: async (db, query) => {
    const { rows, head } = await findPlans(db, query);
    return { head, rows: rows.map(withFinalPrice) };
  },
  get: async (db, id) => withFinalPrice(await findPlan(db, id)),
  rowOf: (draft) => draft,
  async removalConflict({ db, record: { planId } }) {
    if (await isThere(db, sql`select from subscription where plan_id = ${planId}`))
      return 'Somebody has subscribed to it; unpublish it instead';
    return (await isThere(db, sql`select from order_item where product_id = ${planId}`))
      ? 'It was ordered; unpublish it instead'
      : null;
  },
};
