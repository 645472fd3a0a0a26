/** SQL of the rows that are mended, and of what was done to them. */
import { type RawBuilder, sql } from 'kysely';
import type { AccessProduct } from '#contract/access/endpoints.ts';
import { tableOfKind } from '#contract/kernel/record-kinds.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { hasAccess } from '#shared/access-gaps.ts';

export type GapKind = 'paid-no-access' | 'access-unpaid';

interface Item {
  id: string;
  userId: string;
  userName: string;
  productType: AccessProduct;
  productId: string;
  productName: string;
  orderId: string | null;
}

export interface Gap extends Item {
  kind: GapKind;
  isIntended: boolean;
}

/** Change of access; `assignedAt` and `doneAt` have microseconds. */
export interface Mend extends Item {
  /** Row of the list that was mended. */
  gapId: string | null;
  action: 'give' | 'remove';
  /** Time of the removed assignment. */
  assignedAt: string | null;
  doneAt: string;
  /** Subscriptions that were added or cancelled. */
  subscriptions: readonly string[];
  isUndone: boolean;
}

/** Part of a {@link Mend} that a change of access returns. */
export type MendResult = Partial<Pick<Mend, 'assignedAt' | 'subscriptions'>>;

const gapColumns = sql`gap.id, gap.kind, gap.user_id, member.name as user_name, gap.product_type, gap.product_id,
  gap.product_name, gap.intended_reason is not null as is_intended`;

/** Rows in the order in which their products are locked. */
export async function findGapsById(db: Db, ids: readonly string[]): Promise<Gap[]> {
  const { rows } = await sql<Gap>`select ${gapColumns}, gap.order_id
    from access_gap gap join "user" member on member.id = gap.user_id
    where gap.id = any(${ids}::uuid[]) order by gap.product_id, gap.user_id`.execute(db);
  return rows;
}

/** Changes in the same order. */
export const findMends = (db: Db, ids: readonly string[]): Promise<Mend[]> =>
  mendsWhere(db, sql`mend.id = any(${ids}::uuid[])`);

/** Changes of rows that were not undone, by the id of the row. */
export async function findMendsOf(db: Db, gapIds: readonly string[]): Promise<ReadonlyMap<string, Mend>> {
  const isOfThese = sql<boolean>`mend.gap_id = any(${gapIds}::uuid[]) and mend.undone_at is null`;
  return new Map((await mendsWhere(db, isOfThese)).map((mend) => [mend.gapId ?? '', mend]));
}

async function mendsWhere(db: Db, condition: RawBuilder<boolean>): Promise<Mend[]> {
  const { rows } =
    await sql<Mend>`select mend.id, gap_id, action, user_id, member.name as user_name, product_type, product_id, product_name,
      order_id, assigned_at::text, done_at::text, subscriptions, undone_at is not null as is_undone
    from access_mend mend join "user" member on member.id = mend.user_id
    where ${condition} order by product_id, user_id`.execute(db);
  return rows;
}

export async function addMend(
  db: Db,
  action: Mend['action'],
  { id: gapId, userId, productType, productId, productName, orderId }: Gap,
  { assignedAt = null, subscriptions = [] }: MendResult,
): Promise<string> {
  const { id } = await db
    .insertInto('accessMend')
    .values({ gapId, action, userId, productType, productId, productName, orderId, assignedAt, subscriptions })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const markUndone = (db: Db, ids: readonly string[]) =>
  sql`update access_mend set undone_at = now() where id = any(${ids}::uuid[])`.execute(db);

/** Locks members before their orders and courses, as changes of orders do. */
export const lockMembers = (db: Db, ids: readonly string[]) =>
  sql`select from "user" where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);

/** Member of an order; whether a product exists, and whether it is one of the order's items. */
export const findBuyer = (
  db: Db,
  orderId: string,
  { productType, productId }: Pick<Gap, 'productType' | 'productId'>,
) =>
  db
    .selectFrom('order')
    .select('userId')
    .select(
      sql<boolean>`exists (select from order_item item where item.order_id = "order".id
        and item.product_type = ${productType} and item.product_id = ${productId})`.as('isBought'),
    )
    .select(
      sql<boolean>`exists (select from ${sql.table(tableOfKind(kindOfProduct[productType]).table)} product
        where product.id = ${productId})`.as('isKnown'),
    )
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow(() => notFound('order'));

/** Row of a product of a paid order that its member cannot open, for this order; undefined: none. */
export async function findUnopened(
  db: Db,
  orderId: string,
  { productType, productId }: Pick<Gap, 'productType' | 'productId'>,
): Promise<Gap | undefined> {
  const { rows } = await sql<Gap>`select ${gapColumns}, one.order_id
    from (select item.tenant, user_id, order_id, product_id
        from "order" placed join order_item item on item.order_id = placed.id
        where placed.id = ${orderId} and status = 'paid' and company_id is null and product_type = ${productType} and product_id = ${productId}) one
      join access_gap gap on gap.user_id = one.user_id and gap.product_id = one.product_id and gap.kind = 'paid-no-access'
      join "user" member on member.id = gap.user_id
    where not ${hasAccess[productType]}`.execute(db);
  return rows[0];
}
