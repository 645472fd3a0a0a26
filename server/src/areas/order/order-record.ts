/** SQL of one order: its items with today's access of the member, other grants of it, and tracking documents. */
import { type RawBuilder, sql } from 'kysely';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import { getOrder } from '#contract/order/endpoints.ts';
import { trackingCollections } from '#contract/order-tracking/endpoints.ts';
import { type AccessProduct, accessProducts } from '#contract/access/endpoints.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { jsonText } from '#platform/database/json-text.ts';
import { notFound } from '#platform/errors.ts';
import { canOpen, hasAccess } from '#shared/access-gaps.ts';
import { isRunning } from '#shared/access/term.ts';
import { today } from '#shared/subscription-status.ts';
import { buyer } from './queries.ts';

type Order = Reply<typeof getOrder>;
export type DetailedItem = Order['items'][number];
const types = Object.keys(accessProducts) as AccessProduct[];

const ofType = (one: (type: AccessProduct) => RawBuilder<unknown>) =>
  sql`case one.product_type ${sql.join(
    types.map((type) => sql`when ${sql.lit(type)} then ${one(type)}`),
    sql` `,
  )} else false end`;

/** A paid plan is given when it was subscribed to, and open while the subscription runs. */
const isGiven = ofType((type) => hasAccess[type]);
const isOpen = ofType((type) => canOpen[type]);
const stillExists = ofType(
  (type) =>
    sql`exists (select from ${sql.table(tableOfKind(kindOfProduct[type]).table)} product
      where product.tenant = one.tenant and product.id = one.product_id)`,
);
const isDraft = sql`exists (select from course where one.product_type = 'courses' and course.tenant = one.tenant
  and course.id = one.product_id and not course.is_published)`;
// Another subscription of the plan may run while the one that was paid is missing.
const accessThere = sql`case when one.company_id is not null or not ${stillExists} then 'none' when one.status = 'paid' and not ${isGiven} then 'missing'
  when not ${isOpen} then 'closed' when ${isDraft} then 'unpublished' else 'open' end`;

/** Access to the course in which the place of an item is now; none while it waits. */
const access = sql`(select case when one.is_deferred then 'closed' else ${accessThere} end
  from (select one.tenant, one.user_id, one.order_id, one.company_id, one.status, one.product_type,
      coalesce(moved.to_course_id, one.product_id) as product_id, moved.is_deferred
    from (values (1)) item left join place_transfer moved on moved.tenant = one.tenant and moved.order_id = one.order_id
      and moved.bought_course_id = one.product_id and moved.is_current) one)`;

const grant = (kind: string, id: string, name: RawBuilder<unknown>) =>
  sql`json_build_object('kind', ${sql.lit(kind)}, 'id', ${sql.ref(id)}, 'name', ${name})`;
/** Paid orders first, then paths, then subscriptions. */
const otherGrants = sql`(select coalesce(json_agg(found.entry), '[]') from (
    select ${grant('order', 'other.id', sql`other.invoice_number`)} as entry
      from "order" other join order_item same on same.tenant = other.tenant and same.order_id = other.id
      where other.tenant = one.tenant and other.user_id = one.user_id and other.status = 'paid' and other.company_id is null and other.id <> one.order_id
        and same.product_id = one.product_id
        and one.product_type <> 'subscriptions'
    union all select ${grant('learning-path', 'path.id', sql`path.name`)}
      from learning_path_user taken
        join learning_path_course part on part.tenant = taken.tenant and part.path_id = taken.path_id
        join learning_path path on path.tenant = part.tenant and path.id = part.path_id
      where one.product_type = 'courses' and taken.tenant = one.tenant and taken.user_id = one.user_id
        and part.course_id = one.product_id and ${isRunning('taken')}
    union all select ${grant('subscription', 'other.id', sql`to_char(other.end_date, 'FMDD Mon YYYY')`)}
      from subscription other
      where one.product_type = 'subscriptions' and other.tenant = one.tenant and other.user_id = one.user_id
        and other.plan_id = one.product_id and other.cancelled_at is null and other.start_date <= ${today} and other.end_date >= ${today}
        and other.order_id is distinct from one.order_id
    limit 5) found)`;

/** Nearest document of the same e-mail and course; they name no order. */
const tracked = sql`(select json_build_object('documentId', id, 'email', user_email, 'status', coalesce(status_text, 'unpaid'))
  from tracking_document document where one.product_type = 'courses' and document.tenant = one.tenant
    and document.collection = ${sql.lit(trackingCollections.orders)} and document.user_email in (one.user_email, lower(one.user_email))
    and document.fields #>> '{course_id,stringValue}' = one.product_id::text
  order by abs(extract(epoch from document.create_time - one.created_at)), document.id limit 1)`;

/** Items of a row of "order". */
export const detailedItems = sql<
  DetailedItem[]
>`(select coalesce(json_agg(json_build_object('productType', product_type, 'productId', product_id,
    'productName', product_name, 'price', price, 'discountAmount', discount_amount, 'quantity', quantity, 'discountName', discount_name,
    'isOpened', is_opened, 'access', ${access}, 'otherGrants', ${otherGrants}, 'tracked', ${tracked}) order by line), '[]')
  from (select item.*, "order".company_id, "order".user_id, "order".user_email, "order".status, "order".created_at
    from order_item item where item.order_id = "order".id) one)`;

const columns = columnsOf('order', getOrder.reply, {
  orderId: 'id',
  user: jsonText(buyer),
  items: jsonText(detailedItems),
  company: jsonText(sql<Order['company']>`(select json_build_object('companyId', id, 'name', name,
    'purchaseOrder', "order".purchase_order, 'purchaseOrderFile', "order".purchase_order_file)
    from company where company.id = "order".company_id)`),
  seatOf: jsonText(sql<
    Order['seatOf']
  >`(select json_build_object('orderId', bought.id, 'invoiceNumber', bought.invoice_number,
    'company', company.name) from "order" bought join company on company.id = bought.company_id
    where bought.id = "order".seat_of)`),
  voucherId: sql<string | null>`(select voucher_id from voucher_redemption used where used.order_id = "order".id)`,
});

export const findOrder = (db: Db, id: string) =>
  db
    .selectFrom('order')
    .select(columns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('order'));
