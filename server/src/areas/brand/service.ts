/** Settings of a brand, of which each brand has one row. */
import {
  brandSettingsDraft,
  type factorRoles,
  type seatHolders,
  type updateBrandSettings,
} from '#contract/brand/endpoints.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { missingOfSeller } from '#contract/payment/seller.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import { conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { hasFactor } from '#platform/session/second-factor.ts';
import type { Db } from '#platform/database/database.ts';

export async function findSettings(db: Db) {
  const found = await db
    .selectFrom('brandSetting')
    .select(brandSettingsDraft.keyof().options)
    .select(['id', 'version', 'updatedAt'])
    .executeTakeFirstOrThrow();
  return {
    ...found,
    secondFactorRoles: found.secondFactorRoles as (typeof factorRoles)[number][],
    heldSeats: found.heldSeats as (keyof typeof seatHolders)[],
  };
}

/**
 * Changes the settings; 412 if `ifMatch` is not their version. Whoever requires a second factor of a role has one, so
 * that somebody knows what it asks for and can reset it.
 */
export async function changeSettings(
  db: Db,
  caller: Caller,
  settings: ValidatedInput<typeof updateBrandSettings>['body'],
  ifMatch: number | null,
) {
  const { id, ...stored } = await findSettings(db);
  await lockForUpdate(db, 'brandSetting', id, ifMatch);
  if (settings.secondFactorRoles?.length && !(await hasFactor(db, caller.userId)))
    throw conflict('Add your own second factor first, in your menu', 'secondFactorRoles');
  const changed = { ...stored, ...settings };
  const [missing] = changed.vat === 'none' && changed.paperRule === 'none' ? [] : missingOfSeller(changed);
  if (missing) throw conflict(`${brandSettingsDraft.shape[missing].meta()?.title} is missing: papers need it`, missing);
  await updateRecord(db, 'brandSetting', id, settings);
  return findSettings(db);
}
