/** Rules of discounts (domain.md, Discount): above all, a product has at most one active discount at a time. */
import type { z } from 'zod';
import { type productNames, discountDraft, type updateDiscount } from '#contract/discount.ts';
import type { ValidatedInput } from '#contract/kernel.ts';
import { periodInWords } from '#contract/price.ts';
import { lockForUpdate } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import { validated } from '#platform/http/validation.ts';
import { refuseConflicts } from '#shared/assignment.ts';
import type { Conflict } from '#shared/assignment-link.ts';
import { findClashes } from '#shared/pricing.ts';
import { findDiscount, findSettings, lockProducts, unlinkProducts } from './queries.ts';

type Draft = z.output<typeof discountDraft>;
export type ProductType = keyof typeof productNames;

/** More are not looked for: a page of products, and the first of what a refusal names. */
const mostClashes = 200;

/** Each product of the discount, and of `extra` to come, that another active discount holds at the same time. */
async function clashesOf(db: Db, id: string, extra: readonly string[] = []): Promise<Conflict[]> {
  const clashes = await findClashes(db, id, extra, mostClashes);
  return clashes.map(({ productId, product, discount, ...period }) => ({
    itemId: productId,
    name: product,
    message: `already has the active discount "${discount}", ${periodInWords(period)}`,
  }));
}

const rowOf = ({ discount: value, ...draft }: Draft) => ({ ...draft, value });

export const addDiscount = (db: Db, draft: Draft) =>
  db.insertInto('discount').values(rowOf(draft)).returning('id as discountId').executeTakeFirstOrThrow();

export async function changeDiscount(
  db: Db,
  id: string,
  change: ValidatedInput<typeof updateDiscount>['body'],
  ifMatch: number | null,
) {
  await lockForUpdate(db, 'discount', id, ifMatch);
  const present = await findDiscount(db, id);
  const draft = validated(discountDraft, { ...present, ...change });
  if (draft.productType !== present.productType && present.totalAssigned > 0)
    throw conflict(`It is assigned to ${present.productType}; unassign these first`, 'productType');
  await lockProducts(db, id);
  const changed = await db
    .updateTable('discount')
    .set(rowOf(draft))
    .where('id', '=', id)
    .returning(['id as discountId', 'version', 'isActive'])
    .executeTakeFirstOrThrow();
  if (changed.isActive) refuseConflicts(await clashesOf(db, id));
  return changed;
}

/** Turns it on or off; answers the status that its period makes of that. */
export async function switchDiscount(db: Db, id: string, isActive: boolean, ifMatch: number | null) {
  await lockForUpdate(db, 'discount', id, ifMatch);
  await lockProducts(db, id);
  if (isActive) refuseConflicts(await clashesOf(db, id));
  await db.updateTable('discount').set({ isActive }).where('id', '=', id).execute();
  return findDiscount(db, id);
}

/** 400 when the discount is meant for other things. */
export async function checkProductType(db: Db, id: string, productType: ProductType): Promise<void> {
  const { productType: meantFor } = await findSettings(db, id);
  if (meantFor !== productType) throw badRequest(`This discount is meant for ${meantFor}`);
}

/** For the assignment service; an inactive discount may hold anything. */
export async function conflictsOf(db: Db, id: string, itemIds: readonly string[]): Promise<Conflict[]> {
  const { isActive } = await findSettings(db, id);
  return isActive ? clashesOf(db, id, itemIds) : [];
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
