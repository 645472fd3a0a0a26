/** SQL of the rows that are mended, and of what was done to them. */
import { sql } from 'kysely';
import type { AccessProduct } from '#contract/access.ts';
import type { Db } from '#platform/database/database.ts';

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
  action: 'give' | 'remove';
  /** Time of the removed assignment. */
  assignedAt: string | null;
  doneAt: string;
  /** Subscriptions that were added or cancelled. */
  subscriptions: readonly string[];
  isUndone: boolean;
}

/** Part of a {@link Mend} that a change of access returns. */
export type Mended = Partial<Pick<Mend, 'assignedAt' | 'subscriptions'>>;

/** Rows in the order in which their products are locked. */
export async function findRows(db: Db, ids: readonly string[]): Promise<Gap[]> {
  const { rows } =
    await sql<Gap>`select gap.id, gap.kind, gap.user_id, member.name as user_name, gap.product_type, gap.product_id,
      gap.product_name, gap.order_id, gap.intended_reason is not null as is_intended
    from access_gap gap join "user" member on member.id = gap.user_id
    where gap.id = any(${ids}::uuid[]) order by gap.product_id, gap.user_id`.execute(db);
  return rows;
}

/** Changes in the same order. */
export async function findMends(db: Db, ids: readonly string[]): Promise<Mend[]> {
  const { rows } =
    await sql<Mend>`select mend.id, action, user_id, member.name as user_name, product_type, product_id, product_name,
      order_id, assigned_at::text, done_at::text, subscriptions, undone_at is not null as is_undone
    from access_mend mend join "user" member on member.id = mend.user_id
    where mend.id = any(${ids}::uuid[]) order by product_id, user_id`.execute(db);
  return rows;
}

export async function addMend(
  db: Db,
  action: Mend['action'],
  { userId, productType, productId, productName, orderId }: Item,
  { assignedAt = null, subscriptions = [] }: Mended,
): Promise<string> {
  const { id } = await db
    .insertInto('accessMend')
    .values({ action, userId, productType, productId, productName, orderId, assignedAt, subscriptions })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const setUndone = (db: Db, ids: readonly string[]) =>
  sql`update access_mend set undone_at = now() where id = any(${ids}::uuid[])`.execute(db);

/** Locks members before their orders and courses, as changes of orders do. */
export const lockMembers = (db: Db, ids: readonly string[]) =>
  sql`select from "user" where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
