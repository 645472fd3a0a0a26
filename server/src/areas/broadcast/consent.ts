/** Consent of people to broadcasts, by channel: what the team records, and what people decide themselves. */
import { sql } from 'kysely';
import { batchKinds } from '#contract/batch/endpoints.ts';
import { batches } from '#contract/batch/starts.ts';
import { type ConsentState, consentStates } from '#contract/broadcast/consent.ts';
import type { consentSources, getConsents } from '#contract/broadcast/endpoints.ts';
import { contactChannels } from '#contract/course/risk.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { hourMs } from '#contract/kernel/days.ts';
import type { Db } from '#platform/database/database.ts';
import { notFound } from '#platform/errors.ts';
import { batchKind } from '#shared/batch/kind.ts';
import type { Setting } from '#shared/batch/setting.ts';
import { findMatchingPeople } from '#shared/people.ts';

type Channel = keyof typeof contactChannels;
type Consents = Reply<typeof getConsents>;

export async function findConsents(db: Db, userId: string): Promise<Consents> {
  const person = await db
    .selectFrom('user')
    .leftJoin('whatsappWindow as written', 'written.userId', 'user.id')
    .select('written.writtenAt')
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow(() => notFound('user'));
  const rows = await db.selectFrom('marketingConsent').selectAll().where('userId', '=', userId).execute();
  const endsAt = person.writtenAt === null ? 0 : Date.parse(person.writtenAt) + 24 * hourMs;
  return {
    consents: (Object.keys(contactChannels) as Channel[]).map((channel) => {
      const row = rows.find((one) => one.channel === channel);
      const { state = 'unknown', at = null, source = null, note = '' } = row ?? {};
      return { channel, state, at, source, note };
    }),
    windowEndsAt: endsAt > Date.now() ? new Date(endsAt).toISOString() : null,
  };
}

interface Consent {
  channel: Channel;
  state: Exclude<ConsentState, 'unknown'>;
  source: keyof typeof consentSources;
  note?: string;
  /** When they decided; default: now. An older decision does not replace a newer one. */
  at?: Date;
}

/** Records a decision of people. WhatsApp tells moments in seconds. */
export const recordConsent = (db: Db, userIds: readonly string[], { channel, state, source, note = '', at }: Consent) =>
  sql`insert into marketing_consent as kept (user_id, channel, state, source, note, at)
    select id, ${channel}, ${state}, ${source}, ${note}, coalesce(${at?.toISOString() ?? null}::timestamptz, now())
      from "user" where id = any(${userIds}::uuid[]) order by id
    on conflict (tenant, user_id, channel) do update
      set state = excluded.state, source = excluded.source, note = excluded.note, at = excluded.at
      where (${at === undefined} or date_trunc('second', kept.at) <= excluded.at) and (kept.state, kept.source, kept.note) is distinct from (excluded.state, excluded.source, excluded.note)`.execute(
    db,
  );

function consentSetting(channel: Channel, note: string): Setting<ConsentState> {
  const set = async (db: Db, ids: readonly string[], to: ConsentState) => {
    if (to !== 'unknown') await recordConsent(db, ids, { channel, state: to, source: 'staff', note });
    else
      await sql`delete from marketing_consent where channel = ${channel} and user_id = any(${ids}::uuid[])`.execute(db);
    return ids;
  };
  return {
    table: 'marketing_consent',
    column: 'state',
    words: batchKinds['marketing-consent'].values,
    lock: async (db, ids) => {
      const { rows } = await sql<{ id: string; state: ConsentState }>`select id,
          coalesce((select state from marketing_consent where user_id = "user".id and channel = ${channel}), 'unknown') as state
        from "user" where id = any(${ids}::uuid[]) order by id for no key update`.execute(db);
      return new Map(rows.map(({ id, state }) => [id, state]));
    },
    refusal: (from, to) =>
      from === 'refused' && to === 'agreed' ? 'Opted out; only they can change that, one by one' : undefined,
    setTogether: set,
    setOne: async (db, id, to) => void (await set(db, [id], to)),
  };
}

export const marketingConsentBatch = batchKind(batches.marketingConsent, {
  title: ({ channel, value }) => `Consent to ${contactChannels[channel]}: ${consentStates[value].toLowerCase()}`,
  matching: async (db, filter) =>
    (await findMatchingPeople(db, filter)).matching.where('role', '=', 'member').select('user.id'),
  setting: ({ channel, note }) => consentSetting(channel, note),
  atOnce: 500,
});
