/**
 * Webhook of WhatsApp: what became of messages, and what people write. Notices arrive late, doubled and in any order;
 * whatever the order, they end in the same state.
 */
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { tenants } from '#contract/kernel/endpoint.ts';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { HttpError, badRequest, notFound } from '#platform/errors.ts';
import { isSame } from '#platform/is-same.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { transactionAs } from '#platform/transaction.ts';
import { recordConsent } from '../consent.ts';
import { whatsAppSetUp } from './client.ts';

const moment = z
  .string()
  .regex(/^\d{9,11}$/)
  .transform((seconds) => new Date(Number(seconds) * 1_000));
const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

const status = z.object({
  id: z.string(),
  status: z.enum(['sent', 'delivered', 'read', 'failed']),
  timestamp: moment,
  biz_opaque_callback_data: optional(id),
  errors: optional(z.array(z.object({ title: z.string(), error_data: optional(z.object({ details: z.string() })) }))),
});
const message = z.object({
  from: z.string(),
  timestamp: moment,
  text: optional(z.object({ body: z.string() })),
  button: optional(z.object({ text: z.string() })),
});
/** Items that are not as expected, such as new kinds, are left out one by one. */
const known = <S extends z.ZodType>(schema: S) =>
  z
    .array(z.unknown())
    .default([])
    .transform((items) => items.flatMap((item) => schema.safeParse(item).data ?? []) as z.output<S>[]);
const value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  statuses: known(status),
  messages: known(message),
});
const notice = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ value: z.unknown() })) })),
});

type Status = z.output<typeof status>;

/** Order of states; a later one is never replaced by an earlier one. */
const rank = sql`array['queued', 'unknown', 'sent', 'failed', 'delivered', 'read']`;

/** Records what became of a message. Each moment is the earliest that was reported. */
async function record(db: Db, { id: reference, status: state, timestamp, ...more }: Status): Promise<void> {
  const at = sql`${timestamp.toISOString()}::timestamptz`;
  const [error] = more.errors ?? [];
  const reason = (error?.error_data?.details ?? error?.title ?? '').slice(0, 500);
  const column = sql.ref(`${state}_at`);
  await sql`update broadcast_delivery kept set reference = coalesce(reference, ${reference}), ${column} = least(${column}, ${at}),
      error = case when ${state} = 'failed' and (failed_at is null or ${at} < failed_at) then ${reason} else error end,
      state = case when array_position(${rank}, ${state}) > array_position(${rank}, state) then ${state} else state end
    where state <> 'skipped' and id = coalesce(${more.biz_opaque_callback_data ?? null}::uuid,
      (select other.id from broadcast_delivery other where other.reference = ${reference} limit 1))
      and exists (select from broadcast where broadcast.id = kept.broadcast_id and channel = 'whatsapp')`.execute(db);
}

/** Words by which people opt out. */
const stops = /^\s*(stop|berhenti|unsubscribe)\b[\s.!]*$/i;

/** Records that a person wrote, and whether they want no more broadcasts. */
async function hear(db: Db, { from, timestamp, text, button }: z.output<typeof message>): Promise<void> {
  const { rows } = await sql<{ id: string }>`insert into whatsapp_window as kept (user_id, written_at)
    select id, ${timestamp.toISOString()} from "user" where phone_e164 = ${`+${from}`} order by id
    on conflict (tenant, user_id) do update set written_at = greatest(kept.written_at, excluded.written_at)
    returning user_id as id`.execute(db);
  if (!stops.test(text?.body ?? button?.text ?? '')) return;
  const people = rows.map((one) => one.id);
  await recordConsent(db, people, { channel: 'whatsapp', state: 'refused', source: 'reply', at: timestamp });
}

const brandOf = (request: FastifyRequest) => {
  const { data } = z.object({ brand: z.enum(tenants) }).safeParse(request.params);
  if (!data) throw notFound('brand');
  return data.brand;
};

/** Takes a signed notice; 401 for a wrong signature, 503 without an account. */
async function receive(request: FastifyRequest): Promise<object> {
  const { config, database } = request.server.deps;
  const tenant = brandOf(request);
  const account = config.whatsApp[tenant];
  if (!account) throw new HttpError(503, whatsAppSetUp(config, tenant)!);
  const raw = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
  const expected = `sha256=${createHmac('sha256', account.appSecret).update(raw).digest('hex')}`;
  const db = database.tenant(tenant);
  if (!isSame(String(request.headers['x-hub-signature-256']), expected)) {
    await securityEvent({ db, request }, { kind: 'notice-refused', tenant, facts: { gateway: 'whatsapp' } });
    throw new HttpError(401, 'The signature of this notification is wrong');
  }
  const { entry } = parse(raw);
  // Accounts may have several numbers; the others are not ours.
  const values = entry
    .flatMap(({ changes }) => changes)
    .flatMap((change) => value.safeParse(change.value).data ?? [])
    .filter(({ metadata }) => metadata.phone_number_id === account.phoneId);
  await transactionAs(null, db, request.id, async (tx) => {
    const statuses = values.flatMap((one) => one.statuses);
    // In one order, so that two notices do not wait for each other.
    for (const one of statuses.toSorted((a, b) => (a.id < b.id ? -1 : 1))) await record(tx, one);
    for (const one of values.flatMap(({ messages }) => messages)) await hear(tx, one);
  });
  return {};
}

function parse(raw: Buffer): z.output<typeof notice> {
  try {
    return notice.parse(JSON.parse(raw.toString('utf8')));
  } catch {
    throw badRequest('This is not a notification of WhatsApp');
  }
}

const verification = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
});

const url = '/api/webhooks/whatsapp/:brand';
const hidden = { schema: { hide: true } };

/** Routes that Meta calls, outside the contract: they speak its protocol, and the signature is over the raw body. */
export async function webhookRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.get(url, hidden, async (request, reply) => {
      const account = app.deps.config.whatsApp[brandOf(request)];
      const { data } = verification.safeParse(request.query);
      if (!account || !data || !isSame(data['hub.verify_token'], account.verifyToken))
        throw new HttpError(403, 'The token of this webhook is wrong');
      return reply.type('text/plain').send(data['hub.challenge']);
    });
    scope.post(url, hidden, receive);
  });
}
