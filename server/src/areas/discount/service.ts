/** Rules of discounts (domain.md, Discount): above all, a product has at most one active discount at a time. */
import type { discounts, productNames } from '#contract/discount.ts';
import { DiscountStatus, periodInWords } from '#contract/price.ts';
import { lockForUpdate } from '#platform/change.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { refuseConflicts } from '#shared/assignment.ts';
import type { Conflict } from '#shared/assignment-link.ts';
import { findClashes } from '#shared/pricing.ts';
import { findDiscount, findDiscounts, findSettings, lockProducts, unlinkProducts } from './queries.ts';

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

/** 409 when another active discount holds a product of this one at the same time; the products are locked by then. */
async function refuseClashes(db: Db, id: string): Promise<void> {
  await lockProducts(db, id);
  refuseConflicts(await clashesOf(db, id));
}

export const discountRecord: RecordOf<typeof discounts, 'discount'> = {
  table: 'discount',
  list: findDiscounts,
  get: findDiscount,
  rowOf: ({ discount: value, ...draft }) => ({ ...draft, value }),
  check({ draft, before }) {
    if (before && draft.productType !== before.productType && before.totalAssigned > 0)
      throw conflict(`It is assigned to ${before.productType}; unassign these first`, 'productType');
  },
  async settle({ db, id, before }) {
    if (before && before.status !== DiscountStatus.INACTIVE) await refuseClashes(db, id);
  },
  checkActivation: ({ db, record }) => refuseClashes(db, record.discountId),
};

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
