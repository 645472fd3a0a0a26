/** Rules of vouchers (domain.md, Voucher); the code and period of a used voucher are locked. */
import { counted } from '#contract/kernel/counted.ts';
import { isSameInstant } from '#contract/kernel/days.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import { type vouchers, usedLock } from '#contract/voucher/endpoints.ts';
import { voucherChoices } from '#contract/voucher/choice.ts';
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import { lockForUpdate } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { assignItems, unassignItems } from '#shared/assignment/assign.ts';
import { unlinkAll } from '#shared/assignment/link.ts';
import { linksChanged } from '#shared/batch/record.ts';
import { drawFreeCodes } from '#shared/voucher-codes.ts';
import { refuseTakenCode } from './codes.ts';
import { findVoucher, findVouchers, wasUsed } from './queries.ts';

/** Fields that were bought with the seats of an order. */
const bought = [
  'code',
  'discountType',
  'discountPrice',
  'maxDiscount',
  'minPurchase',
  'quota',
  'isRepeating',
  'quotaPerUser',
  'isStackable',
  'allProduct',
] as const;
type Bought = { [Key in (typeof bought)[number]]: unknown };

/** 409 if seats of an order would become others; their name, period and publication change. */
function refuseOtherSeats(draft: Bought, before: Bought): void {
  const path = bought.find((key) => draft[key] !== before[key]);
  if (path) throw conflict('These are the seats of an order: this was bought', path);
}

/** Calls of vouchers. The code and the period of a used voucher cannot change (409). */
export const voucherRecord: RecordOf<typeof vouchers, 'voucher'> = {
  table: 'voucher',
  list: findVouchers,
  get: findVoucher,
  rowOf: async ({ discountPrice: value, code, ...draft }, { db }) => ({
    ...draft,
    value,
    code: code || (await drawFreeCodes(db, 1))[0]!,
  }),
  async check({ db, draft, before }) {
    if (draft.code !== before?.code) await refuseTakenCode(db, draft.code);
    if (before && before.orderId !== null) return refuseOtherSeats(draft, before);
    if (!before || !(await wasUsed(db, before.voucherId))) return;
    if (draft.code !== before.code) throw conflict(usedLock('code'), 'code');
    for (const path of ['startDate', 'endDate'] as const)
      if (!isSameInstant(draft[path], before[path])) throw conflict(usedLock('period'), path);
    if (draft.quota !== null && draft.quota < before.usedCount)
      throw conflict(`It was used ${counted(before.usedCount, 'time', 'times')} already`, 'quota');
  },
  removalConflict: async ({ db, record }) =>
    record.orderId !== null
      ? 'It is the seats of an order'
      : (await wasUsed(db, record.voucherId))
        ? `It was used; ${record.status === SwitchStatus.INACTIVE ? 'it stays' : 'deactivate it instead'}`
        : null,
};

/** Unassigns all products; returns their number. */
export async function unassignAll(db: Db, caller: Caller, id: string) {
  await lockForUpdate(db, 'voucher', id, null);
  const items = await unlinkAll(db, voucherChoices, id);
  return linksChanged(db, caller, { kind: 'voucher-all', ownerId: id, isAssigned: false, isAll: true, items });
}

type Chosen = { [Key in string]: readonly string[] };

/** Assigns or unassigns items of several links, all or none, by each link's own rules. */
async function changeAll(db: Db, caller: Caller, id: string, chosen: Chosen, isAssigned: boolean) {
  await lockForUpdate(db, 'voucher', id, null);
  const items: { assignment: Assignment; ids: string[] }[] = [];
  for (const assignment of voucherChoices) {
    const ids = chosen[assignment.wireKey] ?? [];
    if (ids.length === 0) continue;
    items.push({ assignment, ids: await (isAssigned ? assignItems : unassignItems)(db, assignment, {}, id, ids) });
  }
  return linksChanged(db, caller, { kind: 'voucher-all', ownerId: id, isAssigned, items });
}

export const assignAll = (db: Db, caller: Caller, id: string, chosen: Chosen) =>
  changeAll(db, caller, id, chosen, true);
export const unassignChosen = (db: Db, caller: Caller, id: string, chosen: Chosen) =>
  changeAll(db, caller, id, chosen, false);
