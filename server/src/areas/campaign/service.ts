/** Rules of campaigns: dates and switch are those of all their promotions, or nothing changes (docs/decisions/0082). */
import { sql } from 'kysely';
import type { z } from 'zod';
import { type campaigns, maxPromotions, type newCampaignDraft } from '#contract/campaign/endpoints.ts';
import { isSameInstant } from '#contract/kernel/days.ts';
import { usedLock } from '#contract/voucher/endpoints.ts';
import { insertRecord, lockForUpdate, updateRecord } from '#platform/records.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import type { Caller } from '#platform/session/access-token.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { recordBatch } from '#shared/batch/record.ts';
import { refuseClashesOfAll } from '#shared/pricing/conflicts.ts';
import { type Dates, idsOf, withOtherDates } from './effect.ts';
import { type Promotion, findCampaign, findCampaigns, findPromotions, kinds } from './queries.ts';

/** Locks promotions in a fixed order, and reads them as they are then. */
async function lockPromotions(db: Db, ids: readonly string[]): Promise<Promotion[]> {
  for (const kind of kinds)
    await sql`select id from ${sql.table(kind)} where id = any(${ids}::uuid[]) order by id for no key update`.execute(
      db,
    );
  return findPromotions(db, { ids });
}

const lockedOf = async (db: Db, campaignId: string) => {
  const promotions = await findPromotions(db, { campaignId });
  return lockPromotions(
    db,
    promotions.map(({ id }) => id),
  );
};

/** Gives locked promotions these dates; 409 if the rules of one of them refuse, by its name. */
async function setDates(db: Db, promotions: readonly Promotion[], { startDate, endDate }: Dates): Promise<void> {
  const changing = withOtherDates(promotions, { startDate, endDate });
  const used = changing.find(({ wasUsed }) => wasUsed);
  if (used) throw conflict(`"${used.name}": ${usedLock('period')}`, 'startDate');
  for (const kind of kinds) {
    const ids = idsOf(changing, kind);
    await sql`update ${sql.table(kind)} set start_date = ${startDate}, end_date = ${endDate} where id = any(${ids}::uuid[])`.execute(
      db,
    );
  }
  const active = changing.filter(({ isActive }) => isActive);
  await refuseClashesOfAll(db, idsOf(active, 'discount'), 'startDate');
}

/** Calls of campaigns; creating one creates its first discount, inactive, if it has a value. */
export const campaignRecord: RecordOf<typeof campaigns, 'campaign'> = {
  table: 'campaign',
  list: findCampaigns,
  get: findCampaign,
  rowOf: ({ name, startDate, endDate }) => ({ name, startDate, endDate }),
  async settle({ db, id, draft, before }) {
    if (!before) return addFirstDiscount(db, id, draft as z.output<typeof newCampaignDraft>);
    if (!isSameInstant(draft.startDate, before.startDate) || !isSameInstant(draft.endDate, before.endDate))
      await setDates(db, await lockedOf(db, id), draft);
  },
};

async function addFirstDiscount(db: Db, campaignId: string, draft: z.output<typeof newCampaignDraft>): Promise<void> {
  const { discount: value, ...row } = draft;
  if (value === null) return;
  const discountId = await insertRecord(db, 'discount', { ...row, value });
  await db.insertInto('campaignDiscount').values({ campaignId, discountId }).execute();
}

/** Switches a campaign and all its promotions, or nothing (409); recorded as a batch if several were changed. */
export async function switchCampaign(db: Db, caller: Caller, id: string, isActive: boolean, ifMatch: number | null) {
  await lockForUpdate(db, 'campaign', id, ifMatch);
  const changing = (await lockedOf(db, id)).filter((one) => one.isActive !== isActive);
  const { name } = await findCampaign(db, id);
  const [campaign] = await db.selectFrom('campaign').select('isActive').where('id', '=', id).execute();
  for (const kind of kinds) {
    const ids = idsOf(changing, kind);
    if (ids.length > 0) await db.updateTable(kind).set({ isActive }).where('id', 'in', ids).execute();
  }
  if (isActive) await refuseClashesOfAll(db, idsOf(changing, 'discount'));
  await updateRecord(db, 'campaign', id, { isActive });
  const [before, value] = isActive ? ['inactive', 'active'] : ['active', 'inactive'];
  const itself = campaign!.isActive === isActive ? [] : [{ id, name, before }];
  const records = [...itself, ...changing.map((one) => ({ id: one.id, name: one.name, before }))];
  const title = `${isActive ? 'Activate' : 'Deactivate'} the campaign “${name}”`;
  const batchId =
    records.length > 1 &&
    (await recordBatch(db, caller, { kind: 'campaign-switch', title, change: { value }, records }));
  return { ...(await findCampaign(db, id)), ...(batchId && { batchId }) };
}

interface Members {
  discountIds: readonly string[];
  voucherIds: readonly string[];
}

const field = { discount: 'discountIds', voucher: 'voucherIds' } as const;

/** 409 if a promotion is in another campaign; with the promotions locked, no other call can add them meanwhile. */
async function refuseMembers(db: Db, campaignId: string, chosen: readonly Promotion[]): Promise<Set<string>> {
  const each = kinds.map(
    (kind) => sql`select ${sql.ref(`${kind}_id`)} as id, campaign_id from ${sql.table(`campaign_${kind}`)}`,
  );
  const { rows } = await sql<{
    id: string;
    campaignId: string;
    name: string;
  }>`select member.id, campaign_id as "campaignId", campaign.name
    from (${sql.join(each, sql` union all `)}) member join campaign on campaign.id = campaign_id
    where member.id = any(${chosen.map(({ id }) => id)}::uuid[])`.execute(db);
  const other = rows.find((row) => row.campaignId !== campaignId);
  const one = other && chosen.find(({ id }) => id === other.id);
  if (other && one) throw conflict(`"${one.name}" is in the campaign "${other.name}"`, field[one.kind]);
  return new Set(rows.map(({ id }) => id));
}

/** Locks chosen promotions; 400 if there is no such one. */
async function lockMembers(db: Db, members: Members): Promise<Promotion[]> {
  const chosen = await lockPromotions(db, [...members.discountIds, ...members.voucherIds]);
  for (const kind of kinds) {
    const found = new Set(idsOf(chosen, kind));
    if (members[field[kind]].some((one) => !found.has(one))) throw badRequest(`There is no such ${kind}`, field[kind]);
  }
  return chosen;
}

/** Adds promotions and gives them the dates of the campaign unless they keep theirs, all or nothing. */
export async function addPromotions(db: Db, id: string, { keepsDates, ...members }: Members & { keepsDates: boolean }) {
  await lockForUpdate(db, 'campaign', id, null);
  const chosen = await lockMembers(db, members);
  const present = await refuseMembers(db, id, chosen);
  const added = chosen.filter((one) => !present.has(one.id));
  const { startDate, endDate, totalAssigned } = await findCampaign(db, id);
  if (totalAssigned + added.length > maxPromotions)
    throw conflict(`A campaign has at most ${maxPromotions} promotions`, 'discountIds');
  if (!keepsDates) await setDates(db, added, { startDate, endDate });
  for (const kind of kinds)
    await sql`insert into ${sql.table(`campaign_${kind}`)} (campaign_id, ${sql.ref(`${kind}_id`)})
      select ${id}, id from unnest(${idsOf(added, kind)}::uuid[]) id`.execute(db);
  return {
    changed: added.length,
    before: added.map((one) => ({ id: one.id, startDate: one.startDate, endDate: one.endDate })),
  };
}

/** Takes promotions out. `dates`: given to those that have the campaign's, which nobody changed since they were added. */
export async function removePromotions(
  db: Db,
  id: string,
  { dates, ...members }: Members & { dates?: Dates | undefined },
) {
  await lockForUpdate(db, 'campaign', id, null);
  const { promotions, ...campaign } = await findCampaign(db, id);
  const present = new Set(promotions.map((one) => one.id));
  const leaving = (await lockMembers(db, members)).filter((one) => present.has(one.id));
  for (const kind of kinds)
    await sql`delete from ${sql.table(`campaign_${kind}`)}
      where campaign_id = ${id} and ${sql.ref(`${kind}_id`)} = any(${idsOf(leaving, kind)}::uuid[])`.execute(db);
  if (dates) {
    if (dates.startDate === null && idsOf(leaving, 'voucher').length > 0)
      throw badRequest('A voucher has a start', 'dates');
    const changedSince = new Set(withOtherDates(leaving, campaign));
    await setDates(
      db,
      leaving.filter((one) => !changedSince.has(one)),
      dates,
    );
  }
  return { changed: leaving.length };
}
