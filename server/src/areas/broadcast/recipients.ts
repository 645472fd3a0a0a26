/** People of a broadcast: who may get it, and why others may not. The preview, the sending and the job share this. */
import { type RawBuilder, sql } from 'kysely';
import type { BroadcastSkip } from '#contract/broadcast/endpoints.ts';
import type { PeopleFilter } from '#contract/user/filter.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { findMatchingPeople } from '#shared/people.ts';

/** Message, as far as it decides who may get it. */
interface Kind {
  channel: 'mail' | 'whatsapp';
  /** null on WhatsApp: only people who wrote within 24 hours. */
  templateId: string | null;
}

/** Condition on a person: they refused the channel, from any account that was merged into theirs or has their number. */
const hasRefused = ({ channel }: Kind) => {
  const refused = sql`channel = ${channel} and state = 'refused'`;
  const elsewhere = (other: RawBuilder<unknown>) => sql`exists (select from "user" same
    join marketing_consent consent on consent.user_id = same.id where ${other} and ${refused})`;
  const conditions = [
    sql`exists (select from marketing_consent consent where consent.user_id = "user".id and ${refused})`,
    elsewhere(sql`same.merged_into = "user".id`),
    ...(channel === 'mail' ? [] : [elsewhere(sql`same.phone_e164 = "user".phone_e164`)]),
  ];
  return sql.join(conditions, sql` or `);
};

const skip = (reason: BroadcastSkip, condition: RawBuilder<unknown>) => sql`when ${condition} then ${sql.lit(reason)}`;

/** Why a person may not get a message, in the order of importance; null: they may. */
export const skipReason = (kind: Kind): RawBuilder<BroadcastSkip | null> =>
  sql`case ${sql.join(
    [
      skip('inactive', sql`"user".status <> 1 or "user".erased_at is not null`),
      skip('refused', hasRefused(kind)),
      skip(
        'no-consent',
        sql`not exists (select from marketing_consent consent where consent.user_id = "user".id and channel = ${kind.channel})`,
      ),
      ...(kind.channel === 'mail'
        ? []
        : [
            skip('no-phone', sql`btrim("user".phone_number) = ''`),
            skip('invalid-phone', sql`"user".phone_e164 is null`),
            ...(kind.templateId === null
              ? [
                  skip(
                    'no-window',
                    sql`not exists (select from whatsapp_window answered where answered.user_id = "user".id and written_at > now() - interval '24 hours')`,
                  ),
                ]
              : []),
          ]),
    ],
    sql` `,
  )} end`;

/** Members that were chosen: by their ids, or (null) all that match. 400 for ids of nobody. */
export async function chosenPeople(db: Db, filter: PeopleFilter, ids: readonly string[] | null) {
  if (ids === null) {
    const { matching } = await findMatchingPeople(db, filter);
    return sql`${matching.where('role', '=', 'member').select('user.id')}`;
  }
  const distinct = [...new Set(ids)];
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from "user"
    where id = any(${distinct}::uuid[]) and role = 'member'`.execute(db);
  if (rows[0]!.n < distinct.length) throw badRequest('One of these is no member', 'ids');
  return sql`select unnest(${distinct}::uuid[]) as id`;
}

/**
 * Failed deliveries of which it is certain that nothing reached the person: WhatsApp took no message, or the mail belongs to
 * no job (mailing.ts).
 */
export const isUnreached = sql<boolean>`(state = 'failed' and reference is null and claimed_by is null)`;

/** Condition on a person: somebody else with their number has the broadcast, or may have it. */
export const hasTwin = (broadcastId: string) => sql`exists (select from "user" twin
  join broadcast_delivery other on other.user_id = twin.id and other.broadcast_id = ${broadcastId}
  where twin.phone_e164 = "user".phone_e164 and twin.id <> "user".id and other.state not in ('queued', 'skipped')
    and not (other.state = 'failed' and other.reference is null))`;

/** Query of the chosen people with `reason`: null for those who get the broadcast. One of several with one number gets it. */
export const recipients = (broadcastId: string, kind: Kind, chosen: RawBuilder<unknown>) => sql`
  select id, name, phone_e164, case when reason is null and phone_e164 is not null and ${kind.channel === 'whatsapp'}
      and (row_number() over (partition by phone_e164, reason order by id) > 1
        or exists (select from broadcast_delivery other join "user" owner on owner.id = other.user_id
          where other.broadcast_id = ${broadcastId} and other.state <> 'skipped' and owner.phone_e164 = people.phone_e164))
    then 'same-phone' else reason end as reason
  from (select "user".id, "user".name, "user".phone_e164, case when exists (select from broadcast_delivery had
        where had.broadcast_id = ${broadcastId} and had.user_id = "user".id and (had.state <> 'skipped' or had.claimed_by is not null)) then 'already'
      else ${skipReason(kind)} end as reason
    from "user" where "user".id in (${chosen})) people`;
