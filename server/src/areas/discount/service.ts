/** Rules of discounts (domain.md, Discount): a product has at most one active discount at a time. */
import { assignedLock, type discounts } from '#contract/discount/endpoints.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { kindOfProduct } from '#contract/pricing/purchase.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { type Conflict, type LinkRules, linkOf, unlinkAll } from '#shared/assignment/link.ts';
import { leavingsFrom, settleLeavings } from '#shared/assignment/leaving.ts';
import { linksChanged } from '#shared/batch/record.ts';
import { clashesOf, refuseClashes } from '#shared/pricing/conflicts.ts';
import { isUncontested } from '#shared/pricing/pricing.ts';
import { discountLinks } from '#shared/pricing/promotion-badge.ts';
import {
  findConflictPrices,
  findDiscount,
  findDiscounts,
  findHolders,
  findLeaving,
  findPlanned,
  findPrices,
  findSettings,
} from './queries.ts';

/** Calls of discounts. Activating one with conflicting products, or saving one that is switched on, is a 409. */
export const discountRecord: RecordOf<typeof discounts, 'discount'> = {
  table: 'discount',
  list: findDiscounts,
  get: findDiscount,
  rowOf: ({ discount: value, ...draft }) => ({ ...draft, value }),
  check({ draft, before }) {
    if (before && draft.productType !== before.productType && before.totalAssigned > 0)
      throw conflict(assignedLock(before.productType), 'productType');
  },
  async settle({ db, id, before }) {
    if (before && before.status !== SwitchStatus.INACTIVE) await refuseClashes(db, id);
  },
  checkActivation: ({ db, record }) => refuseClashes(db, record.discountId),
};

/** 400 if the discount applies to another type of product. */
async function checkProductType(db: Db, id: string, productType: ProductType): Promise<void> {
  const { productType: meantFor } = await findSettings(db, id);
  if (meantFor !== productType) throw badRequest(`This discount applies to ${meantFor}`);
}

/** Conflicts for the assignment service; those of an inactive discount only matter when it is activated (`isAhead`). */
async function conflictsOf(db: Db, id: string, itemIds: readonly string[]): Promise<Conflict[]> {
  const { isActive } = await findSettings(db, id);
  const conflicts = await clashesOf(db, [id], itemIds);
  return conflicts.map((one) => ({ ...one, isAhead: !isActive }));
}

/** Rules for the assignment of products of a type to discounts. */
export const rulesFor = (productType: ProductType): LinkRules => {
  const link = linkOf(discountLinks.find(({ record }) => record === kindOfProduct[productType])!);
  return {
    check: (db, id) => checkProductType(db, id, productType),
    conflicts: conflictsOf,
    isFree: (id) => isUncontested(id, kindOfProduct[productType], 'item'),
    isInForce: async (db, id) => (await findSettings(db, id)).status === SwitchStatus.ACTIVE,
    details: (db, id, itemIds) => leavingsFrom(db, link, id, itemIds),
  };
};

/** Prices, conflicts and planned moves that an activation would have; changes nothing. */
export async function activationEffect(db: Db, id: string) {
  await findDiscount(db, id);
  return {
    prices: await findPrices(db, id),
    ...(await findHolders(db, id)),
    conflictPrices: await findConflictPrices(db, id),
    planned: await findPlanned(db, id),
    leaving: await findLeaving(db, id),
  };
}

/** Unassigns all products; returns their number. */
export async function unassignAll(db: Db, caller: Caller, id: string) {
  await settleLeavings(db);
  await lockForUpdate(db, 'discount', id, null);
  const items = await unlinkAll(db, discountLinks, id);
  return linksChanged(db, caller, { kind: 'discount-all', ownerId: id, isAssigned: false, isAll: true, items });
}
