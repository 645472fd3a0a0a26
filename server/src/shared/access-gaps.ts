/**
 * Comparison of payments with access (docs/decisions/0049): writes what members paid for and cannot open, and what they
 * can open and did not pay for, into `access_gap`. Every condition names the tenant, because the demo is filled as the
 * owner of the tables.
 */
import { type RawBuilder, sql } from 'kysely';
import type { AccessProduct } from '#contract/access/endpoints.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { plannedAnew } from '#platform/database/prepared.ts';
import { inSlices } from '#platform/database/slices.ts';
import { isRunning } from './access/term.ts';
import { today } from './subscription-status.ts';

/** Members to compare; `hasTracking`: the tracking documents are in this database. */
export interface Scope {
  userIds: readonly string[];
  hasTracking: boolean;
}

const within = (column: string, { userIds }: Scope) => sql`and ${sql.ref(column)} = any(${userIds}::uuid[])`;

/** Course of a place that moved: of a course that was bought, with its order or without one. None while the place waits. */
const movedPlace = (boughtId: RawBuilder<unknown>, userId: RawBuilder<unknown>, orderId: RawBuilder<unknown>) => sql`
  left join place_transfer moved on moved.tenant = current_tenant() and moved.user_id = ${userId}
    and moved.bought_course_id = ${boughtId} and moved.order_id is not distinct from ${orderId} and moved.is_current`;
const isNotWaiting = sql`(moved.id is null or moved.to_course_id is not null)`;

/** Items of paid orders, looked up order by order; seats of companies open nothing to their buyers. */
const paidItems = (scope: Scope) => sql`
  select bought.tenant, bought.user_id, item.product_type, coalesce(moved.to_course_id, item.product_id) as product_id,
    greatest(item.price - item.discount_amount, 0) as amount, coalesce(bought.paid_at, bought.created_at) as since, bought.id as order_id,
    bought.invoice_number as invoice, null::text as document_id
  from "order" bought
    cross join lateral (select * from order_item where tenant = bought.tenant and order_id = bought.id offset 0) item
    ${movedPlace(sql`item.product_id`, sql`bought.user_id`, sql`bought.id`)}
  where bought.tenant = current_tenant() and ${isNotWaiting} and bought.status = 'paid' and bought.company_id is null
    ${within('bought.user_id', scope)}`;

/** Paid tracking documents of existing courses, whose e-mail address is a user's or that of an account merged into it. */
const documentsOf = (isByUser: RawBuilder<unknown>, { userIds }: Scope) => sql`
  select document.tenant, coalesce(buyer.merged_into, buyer.id) as user_id, 'courses', coalesce(moved.to_course_id, named.id) as product_id,
    named.price as amount, document.update_time as since, null::uuid as order_id, null::text as invoice, document.id as document_id
  from tracking_document document
    join "user" buyer on buyer.tenant = document.tenant and ${isByUser}
    join course named on named.tenant = document.tenant and named.id::text = document.fields #>> '{course_id,stringValue}'
    ${movedPlace(sql`named.id`, sql`coalesce(buyer.merged_into, buyer.id)`, sql`null::uuid`)}
  where document.tenant = current_tenant() and ${isNotWaiting} and document.collection = 'order_staging' and document.status_text = 'paid'
    and (buyer.id = any(${userIds}::uuid[]) or buyer.merged_into = any(${userIds}::uuid[]))`;

/** An index finds e-mail addresses as they are written, not in lower case (docs/decisions/0003); another has those with capitals. */
const paidDocuments = (scope: Scope) => sql`
  ${documentsOf(sql`document.user_email = buyer.email_key`, scope)}
  union all ${documentsOf(sql`document.user_email <> lower(document.user_email) and lower(document.user_email) = buyer.email_key`, scope)}`;

const paid = (scope: Scope) =>
  scope.hasTracking ? sql`${paidItems(scope)} union all ${paidDocuments(scope)}` : paidItems(scope);

/** Assignments whose access has not ended; a plan once per member, however many of its subscriptions run. */
const heldOf: Readonly<Record<AccessProduct, (scope: Scope) => RawBuilder<unknown>>> = {
  courses: (scope) => sql`select tenant, user_id, course_id as product_id, assigned_at as since from course_user
    where tenant = current_tenant() and ${isRunning()} ${within('user_id', scope)}`,
  'learning paths': (
    scope,
  ) => sql`select tenant, user_id, path_id as product_id, assigned_at as since from learning_path_user
    where tenant = current_tenant() and ${isRunning('learning_path_user')} ${within('user_id', scope)}`,
  subscriptions: (scope) => sql`select tenant, user_id, plan_id as product_id,
      min(start_date)::timestamp at time zone 'Asia/Jakarta' as since from subscription
    where tenant = current_tenant() and cancelled_at is null and end_date >= ${today} ${within('user_id', scope)} group by 1, 2, 3`,
};

/** Condition that a member of row `one` has its course through a path that fits. */
const hasPath = (and: RawBuilder<boolean>) => sql`exists (select from learning_path_user taken
  join learning_path_course part on part.tenant = taken.tenant and part.path_id = taken.path_id
  where taken.tenant = one.tenant and taken.user_id = one.user_id and part.course_id = one.product_id and ${and})`;
const hasRunningPath = hasPath(isRunning('taken'));
/** Condition that a member of row `one` has a running subscription that fits. */
const subscribes = (
  and: RawBuilder<unknown>,
) => sql`exists (select from subscription held where held.tenant = one.tenant
  and held.user_id = one.user_id and held.cancelled_at is null and held.start_date <= ${today} and held.end_date >= ${today} and ${and})`;
const hasSubscription = subscribes(sql`true`);

const isAssigned = (
  table: string,
  column: string,
  and = sql<boolean>`true`,
) => sql`exists (select from ${sql.table(table)} held
  where held.tenant = one.tenant and held.user_id = one.user_id and held.${sql.ref(column)} = one.product_id and ${and})`;

/** Condition that the member of a paid row `one` (tenant, user_id, product_id, order_id) has or had access: a term may have ended it. */
export const hasAccess: Readonly<Record<AccessProduct, RawBuilder<unknown>>> = {
  courses: sql`(${isAssigned('course_user', 'course_id')} or ${hasPath(sql`true`)})`,
  'learning paths': isAssigned('learning_path_user', 'path_id'),
  // What an order opened may be over; it was opened nevertheless.
  subscriptions: sql`exists (select from subscription had where had.tenant = one.tenant and had.user_id = one.user_id
    and had.plan_id = one.product_id and had.cancelled_at is null and coalesce(had.order_id = one.order_id, true))`,
};

/** Condition that the member of such a row can open its product now. */
export const canOpen: Readonly<Record<AccessProduct, RawBuilder<unknown>>> = {
  courses: sql`(${isAssigned('course_user', 'course_id', isRunning('held'))} or ${hasRunningPath})`,
  'learning paths': isAssigned('learning_path_user', 'path_id', isRunning('held')),
  subscriptions: subscribes(sql`held.plan_id = one.product_id`),
};

/** Conditions, beside a payment, that justify an assignment `one`. */
const justifiedBy: Readonly<Record<AccessProduct, readonly RawBuilder<unknown>[]>> = {
  courses: [hasRunningPath, hasSubscription],
  'learning paths': [hasSubscription],
  subscriptions: [],
};

const tableOf = (type: AccessProduct) => sql.table(tableOfKind(kindOfProduct[type]).table);
const member = sql`"user" member on member.tenant = one.tenant and member.id = one.user_id and member.role = 'member'`;
const searchWith = (invoice: string) =>
  sql`member.search || ' ' || product.search || coalesce(' ' || search_text(${sql.ref(invoice)}), '')`;

const unopened = (type: AccessProduct) => sql`
  select 'paid-no-access' as kind, one.user_id, ${sql.lit(type)} as product_type, one.product_id, product.name as product_name,
    one.amount, one.since, one.order_id, one.document_id, ${searchWith('one.invoice')} as search
  from paid one join ${member}
    join ${tableOf(type)} product on product.tenant = one.tenant and product.id = one.product_id
  where one.product_type = ${sql.lit(type)} and not ${hasAccess[type]}`;

const unpaid = (type: AccessProduct, scope: Scope) => sql`
  select 'access-unpaid', one.user_id, ${sql.lit(type)}, one.product_id, product.name, product.price, one.since, latest.id, null,
    ${searchWith('latest.invoice_number')}
  from (select * from (${heldOf[type](scope)}) one
      where (user_id, product_id) not in (select user_id, product_id from paid)
        ${sql.join(
          justifiedBy[type].map((condition) => sql`and not ${condition}`),
          sql` `,
        )}
      offset 0) one
    join ${member}
    join ${tableOf(type)} product on product.tenant = one.tenant and product.id = one.product_id and product.price > 0
    left join lateral (select placed.id, placed.invoice_number
      from "order" placed join order_item item on item.tenant = placed.tenant and item.order_id = placed.id
      where placed.tenant = one.tenant and placed.user_id = one.user_id and item.product_id = one.product_id
      order by placed.created_at desc, placed.id desc limit 1) latest on true`;

const types: readonly AccessProduct[] = ['courses', 'learning paths', 'subscriptions'];
const columns = sql`kind, user_id, product_type, product_id, product_name, amount, since, order_id, document_id, search`;

/** Rows of one member and product that were paid several times: orders before documents, latest first. */
const found = (scope: Scope) => sql`
  select distinct on (user_id, product_id, kind) ${columns}
  from (${sql.join(
    types.flatMap((type) => [unopened(type), unpaid(type, scope)]),
    sql` union all `,
  )}) every_gap
  order by user_id, product_id, kind, order_id is null, since desc, order_id, document_id`;

/** Makes checks of access, and changes made from their lists, run one at a time until the transaction ends. */
export const lockAccess = (db: Db): Promise<unknown> => oneAtATime(db, 'paid and access');

/**
 * Brings the rows of the scope up to date, in a transaction behind {@link lockAccess}. Rows that still hold keep their
 * id and their mark. `not in` makes PostgreSQL hash the rows of `paid` and `found`, whose number it cannot estimate.
 */
export async function refreshGaps(db: Db, scope: Scope): Promise<void> {
  const evidence = sql`product_name, amount, since, order_id, document_id, search`;
  await sql`${plannedAnew} with paid as materialized (${paid(scope)}), found as materialized (${found(scope)}), gone as (
      delete from access_gap gap where gap.tenant = current_tenant() ${within('gap.user_id', scope)}
        and (user_id, product_id, kind) not in (select user_id, product_id, kind from found))
    insert into access_gap as gap (${columns}) select ${columns} from found
    on conflict (tenant, user_id, product_id, kind) do update set (${evidence}) = (select excluded.product_name, excluded.amount,
        excluded.since, excluded.order_id, excluded.document_id, excluded.search)
      where (gap.product_name, gap.amount, gap.since, gap.order_id, gap.document_id, gap.search)
        is distinct from (excluded.product_name, excluded.amount, excluded.since, excluded.order_id, excluded.document_id, excluded.search)`.execute(
    db,
  );
}

/** Members have several orders, and each can be a row to write, which takes longer than to read it. */
const membersPerSlice = 1_000;

/**
 * Compares all members in slices, each behind {@link lockAccess}, and then records the time of the check. An aborted check
 * leaves the slices that it compared, and the time of the check before.
 */
export async function recordCheck(db: Db, hasTracking: boolean, signal?: AbortSignal): Promise<void> {
  await inSlices(
    db,
    'user',
    async (tx, userIds) => {
      await lockAccess(tx);
      await refreshGaps(tx, { userIds, hasTracking });
    },
    { signal, size: membersPerSlice },
  );
  await sql`insert into access_check (checked_at, has_tracking) values (clock_timestamp(), ${hasTracking})
    on conflict (tenant) do update set checked_at = excluded.checked_at, has_tracking = excluded.has_tracking`.execute(
    db,
  );
}
