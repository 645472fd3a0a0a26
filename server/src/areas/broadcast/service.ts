/** Rules of broadcasts: preview, sending and stopping (docs/decisions/0137). */
import { type RawBuilder, sql } from 'kysely';
import {
  type BroadcastSkip,
  type broadcasts,
  maxRecipients,
  type previewBroadcast,
  type retryBroadcast,
  type sendBroadcast,
} from '#contract/broadcast/endpoints.ts';
import { broadcastText, filledParameters } from '#contract/broadcast/text.ts';
import type { Reply, Tenant, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { whatsAppChat } from '#contract/order/whatsapp.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import type { HandlerContext } from '#platform/http/serve.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { lockForUpdate, updateRecord } from '#platform/records.ts';
import { publicOrigin } from '#platform/tenancy.ts';
import { findBroadcast, findBroadcasts, findRow } from './queries.ts';
import { goOnAt, quietUntil, tenMinutes } from './pacing.ts';
import { chosenPeople, isUnreached, recipients } from './recipients.ts';
import { sendBroadcastJob } from './sending.ts';
import { originMissing } from './unsubscribe.ts';
import { whatsAppSetUp } from './whatsapp/client.ts';
import { parametersOf, unusableReason } from './whatsapp/templates.ts';

type Found = Awaited<ReturnType<typeof findBroadcast>>;

/** Refuses a template that cannot be used, or gets another number of parameters. */
async function checkTemplate(db: Db, { templateId, parameters }: Pick<Found, 'templateId' | 'parameters'>) {
  if (templateId === null) return;
  const template = await db
    .selectFrom('whatsappTemplate')
    .select(['status', 'unsupported', 'body'])
    .where('id', '=', templateId)
    .executeTakeFirst();
  if (!template) throw badRequest('There is no such template', 'templateId');
  const unusable = unusableReason(template);
  if (unusable) throw conflict(`This template cannot be used. ${unusable}`, 'templateId');
  const needed = parametersOf(template.body);
  if (needed !== parameters.length) throw badRequest(`The template has ${needed} parameters`, 'parameters');
}

/** Calls of broadcasts; what was sent stays as it was. */
export const broadcastRecord: RecordOf<typeof broadcasts, 'broadcast'> = {
  table: 'broadcast',
  list: findBroadcasts,
  get: findBroadcast,
  rowOf: ({ parameters, templateId, ...draft }) => ({
    ...draft,
    templateId,
    parameters: templateId === null ? [] : parameters,
  }),
  async check({ db, draft, before }) {
    if (before && before.state !== 'draft') throw conflict('It was sent already and cannot be changed');
    await checkTemplate(db, draft);
  },
  removalConflict: ({ record }) => (record.state === 'draft' ? null : 'It was sent: what people got stays on record'),
};

/** Text of a message to a person, as its channel shows it. */
export function messageTo({ body, parameters, template }: Found, name: string, sender: string): string {
  const fill = (text: string) => broadcastText(text, name, sender);
  return template ? filledParameters(template.body, parameters.map(fill)) : fill(body);
}

/** Settings that an operator has to make before it can be sent, in a sentence; null: none. */
const setUpOf = (config: Config, tenant: Tenant, { channel }: Found) =>
  channel === 'whatsapp' ? whatsAppSetUp(config, tenant) : publicOrigin(tenant, config) === null ? originMissing : null;

type Preview = HandlerContext<typeof previewBroadcast>;
const linksAtMost = 100;

interface Counts {
  reason: BroadcastSkip | null;
  people: number;
  first: { userId: string; name: string }[];
}

/** Number of people that are named per reason. */
const namedAtMost = 5;

interface First {
  id: string;
  name: string;
  phone: string;
}

/** Counts the chosen people by reason, and finds the first of those who get it. */
async function countRecipients(db: Db, broadcastId: string, broadcast: Found, chosen: RawBuilder<unknown>) {
  const { rows } = await sql<{ counts: Counts[]; first: First[] }>`with one as materialized (
      ${recipients(broadcastId, broadcast, chosen)})
    select (select coalesce(json_agg(counted order by people desc, reason), '[]')
        from (select reason, people, (select coalesce(json_agg(named), '[]') from (select id as "userId", name from one
              where one.reason = counted.reason order by id limit ${namedAtMost}) named) as first
            from (select reason, count(*)::int as people from one group by reason) counted) counted) as counts,
      (select coalesce(json_agg(reached order by id), '[]') from (select id, name, phone_e164 as phone
        from one where reason is null order by id limit ${linksAtMost}) reached) as first`.execute(db);
  const { counts, first } = rows[0]!;
  return {
    first,
    total: counts.reduce((sum, { people }) => sum + people, 0),
    reached: counts.find(({ reason }) => reason === null)?.people ?? 0,
    skipped: counts.flatMap(({ reason, ...more }) => (reason === null ? [] : [{ reason, ...more }])),
  };
}

/** Counts who would get it; writes nothing. */
export async function preview(context: Preview): Promise<Reply<typeof previewBroadcast>> {
  const { db, params, query, body, tenant, caller, request } = context;
  const broadcast = await findBroadcast(db, params.id);
  const chosen = await chosenPeople(db, query, body.ids);
  const { first, ...figures } = await countRecipients(db, params.id, broadcast, chosen);
  const setUp = setUpOf(request.server.deps.config, tenant, broadcast);
  const [one] = first;
  return {
    ...figures,
    waitsUntil: (await quietUntil(db, new Date()))?.toISOString() ?? null,
    sample: one
      ? {
          name: one.name,
          subject: broadcastText(broadcast.subject, one.name, caller.name),
          text: messageTo(broadcast, one.name, caller.name),
        }
      : null,
    setUp,
    links:
      setUp && broadcast.channel === 'whatsapp'
        ? first.flatMap(({ id, name, phone }) => {
            const url = whatsAppChat(phone, messageTo(broadcast, name, caller.name));
            return url ? [{ userId: id, name, url }] : [];
          })
        : [],
  };
}

type Sending = Pick<HandlerContext<typeof sendBroadcast>, 'db' | 'tenant' | 'caller' | 'request'>;
type Send = Sending & ValidatedInput<typeof sendBroadcast>;

/** Locks a broadcast that can be sent now; 409 for others. */
async function lockToSend({ db, tenant, request }: Sending, id: string): Promise<Found> {
  await lockForUpdate(db, 'broadcast', id, null);
  const broadcast = await findBroadcast(db, id);
  await checkTemplate(db, broadcast);
  const setUp = setUpOf(request.server.deps.config, tenant, broadcast);
  if (setUp) throw conflict(setUp);
  return broadcast;
}

/** Begins the job for those who are queued. */
async function start({ db, caller }: Sending, id: string, { startedAt, segments }: Found) {
  await updateRecord(db, 'broadcast', id, {
    state: 'sending',
    segments,
    byId: caller.userId,
    startedAt: startedAt ?? new Date().toISOString(),
  });
  await goOnAt(db, id, tenMinutes);
  await enqueue(db, sendBroadcastJob, { broadcastId: id });
  return findRow(db, id);
}

/**
 * Queues failed deliveries again of which it is certain that nothing reached the person. They get another id, so that what is
 * still reported of the former try finds nothing. The job skips who must not get it any more.
 */
export async function retry(context: Sending & ValidatedInput<typeof retryBroadcast>) {
  const { db, params, body } = context;
  const broadcast = await lockToSend(context, params.id);
  const { numAffectedRows = 0n } = await sql`update broadcast_delivery set id = new_id(), state = 'queued', error = '',
      queued_at = now(), claimed_at = null, failed_at = null
    where broadcast_id = ${params.id} and ${isUnreached}`.execute(db);
  const n = Number(numAffectedRows);
  if (n === 0) throw conflict('Nobody is left to try again');
  if (n !== body.expected) throw conflict(`It can be tried again for ${n.toLocaleString('id-ID')} by now`, 'expected');
  return start(context, params.id, broadcast);
}

/** Filter as the query of the page of users. */
const queryOf = (filter: object) =>
  new URLSearchParams(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** Queues the message for those who may get it, and begins the job. */
export async function send(context: Send) {
  const { db, params, query, body } = context;
  const { id } = params;
  const broadcast = await lockToSend(context, id);
  const chosen = await chosenPeople(db, query, body.ids);
  const { rows } = await sql<{ total: number; queued: number }>`with chosen as materialized (
      ${recipients(id, broadcast, chosen)} limit ${maxRecipients + 1}),
    held as (insert into broadcast_delivery as kept (broadcast_id, user_id, state, reason)
      select ${id}, id, case when reason is null then 'queued' else 'skipped' end, reason from chosen
        where reason is distinct from 'already' order by id
      on conflict (tenant, broadcast_id, user_id) do update
        set state = excluded.state, reason = excluded.reason, queued_at = now(), claimed_at = null where kept.state = 'skipped')
    select count(*)::int as total, (count(*) filter (where reason is null))::int as queued from chosen`.execute(db);
  const { total, queued } = rows[0]!;
  if (total !== body.expected) throw conflict(`${total.toLocaleString('id-ID')} people match by now`, 'expected');
  if (queued === 0) throw conflict('Nobody would get it');
  const segments = body.ids ? broadcast.segments : [...new Set([...broadcast.segments, queryOf(query)])];
  return start(context, id, { ...broadcast, segments });
}

/** Stops a broadcast: who has not got it is skipped. */
export async function stop(db: Db, id: string) {
  await lockForUpdate(db, 'broadcast', id, null);
  if ((await findRow(db, id)).state !== 'sending') throw conflict('It is not being sent');
  await updateRecord(db, 'broadcast', id, { state: 'stopped' });
  await sql`update broadcast_delivery set state = 'skipped', reason = 'stopped'
    where broadcast_id = ${id} and state = 'queued'`.execute(db);
  return findRow(db, id);
}
