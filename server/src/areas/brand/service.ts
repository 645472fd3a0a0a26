/** Settings of a brand, of which each brand has one row. */
import { brandSettingsDraft, type updateBrandSettings } from '#contract/brand/endpoints.ts';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';

export const findSettings = (db: Db) =>
  db
    .selectFrom('brandSetting')
    .select(brandSettingsDraft.keyof().options)
    .select(['id', 'version', 'updatedAt'])
    .executeTakeFirstOrThrow();

/** Replaces the settings; 412 if `ifMatch` is not their version. */
export async function changeSettings(
  db: Db,
  settings: ValidatedInput<typeof updateBrandSettings>['body'],
  ifMatch: number | null,
) {
  const { id } = await findSettings(db);
  await lockForUpdate(db, 'brandSetting', id, ifMatch);
  await updateRecord(db, 'brandSetting', id, settings);
  return findSettings(db);
}
