/** Rules of discounts (domain.md, Discount): above all, a product has at most one active discount at a time. */
import type { z } from 'zod';
import { discountDraft, type updateDiscount } from '#contract/discount.ts';
import type { ValidatedInput } from '#contract/kernel.ts';
import { lockForUpdate } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/errors.ts';
import { validated } from '#platform/http/validation.ts';
import { findClashes, findDiscount, lockProducts, unlinkProducts } from './queries.ts';

type Draft = z.output<typeof discountDraft>;

export async function discountDetail(db: Db, id: string) {
  const discount = await findDiscount(db, id);
  if (!discount) throw notFound('discount');
  return discount;
}

/** More are not read by anybody. */
const mostNamed = 5;

/** 409, naming each product and the other discount, when both would be in force at once. */
async function refuseClash(db: Db, id: string, extra: readonly string[] = []): Promise<void> {
  const clashes = await findClashes(db, id, extra, mostNamed + 1);
  if (clashes.length === 0) return;
  const named = clashes
    .slice(0, mostNamed)
    .map(({ product, discount }) => `"${product}" already has the active discount "${discount}"`);
  throw conflict(`${named.join('; ')}${clashes.length > mostNamed ? '; and others' : ''}`);
}

export const addDiscount = (db: Db, draft: Draft) =>
  db.insertInto('discount').values(draft).returning('id as discountId').executeTakeFirstOrThrow();

export async function changeDiscount(
  db: Db,
  id: string,
  change: ValidatedInput<typeof updateDiscount>['body'],
  ifMatch: number | null,
) {
  await lockForUpdate(db, 'discount', id, ifMatch);
  const draft = validated(discountDraft, { ...(await discountDetail(db, id)), ...change });
  await lockProducts(db, id);
  const changed = await db
    .updateTable('discount')
    .set(draft)
    .where('id', '=', id)
    .returning(['id as discountId', 'version', 'isActive'])
    .executeTakeFirstOrThrow();
  if (changed.isActive) await refuseClash(db, id);
  return changed;
}

/** Turns it on or off; answers the status that its period makes of that. */
export async function switchDiscount(db: Db, id: string, isActive: boolean, ifMatch: number | null) {
  await lockForUpdate(db, 'discount', id, ifMatch);
  await lockProducts(db, id);
  if (isActive) await refuseClash(db, id);
  await db.updateTable('discount').set({ isActive }).where('id', '=', id).execute();
  return discountDetail(db, id);
}

/** For the assignment service: the items are locked; an inactive discount may hold anything. */
export async function checkAssignable(db: Db, id: string, itemIds: readonly string[]): Promise<void> {
  const { isActive } = await db
    .selectFrom('discount')
    .select('isActive')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (isActive) await refuseClash(db, id, itemIds);
}

export async function unassignAll(db: Db, id: string) {
  await lockForUpdate(db, 'discount', id, null);
  return { changed: await unlinkProducts(db, id) };
}

export async function removeDiscount(db: Db, id: string, ifMatch: number | null) {
  await lockForUpdate(db, 'discount', id, ifMatch);
  await db.deleteFrom('discount').where('id', '=', id).execute();
  return { discountId: id };
}
