/** Account at WhatsApp for tests of the whole server, and what the calls of broadcasts require. */
import {
  broadcasts,
  getUnsubscription,
  retryBroadcast,
  sendBroadcast,
  stopBroadcast,
  unsubscribe,
} from '#contract/broadcast/endpoints.ts';
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import type { Sql } from '#platform/testing/user.ts';
import type { Ids } from '#shared/testing/sample.ts';
import { unsubscribeToken } from '../areas/broadcast/unsubscribe.ts';

/** Account of one brand; no test of the whole server calls it. */
export const whatsAppAccount: Readonly<Record<string, string>> = Object.fromEntries(
  ['TOKEN', 'PHONE_ID', 'BUSINESS_ID', 'APP_SECRET', 'VERIFY_TOKEN'].map((part) => [`WHATSAPP_CODING_${part}`, '1']),
);

/** Person of the link. */
const userId = '01890000-0000-7000-8000-00000000eeee';
const byLink = (entry: Endpoint) => entry === getUnsubscription || entry === unsubscribe;

/** Token of a link in a mail. */
export const tokenFor = (entry: Endpoint) =>
  byLink(entry) && { token: unsubscribeToken({ jwtSecret: testJwtSecret }, 'coding', userId) };

/** The user agreed to mails and has none of the broadcast; a broadcast that is stopped is being sent, one that is tried again has failed
 * for one person, others are drafts. */
export async function prepareBroadcasts(sql: Sql, entry: Endpoint, tenant: Tenant, { broadcast, user }: Partial<Ids>) {
  if (byLink(entry))
    await sql(
      `insert into "user" (tenant, id, email, name, password_hash, role) values ('coding', $1, 'tautan@sample.test', 'Penerima', '', 'member')
        on conflict do nothing`,
      [userId],
    );
  if (!broadcast) return;
  const isDraft = entry === broadcasts.update || entry === broadcasts.remove || entry === sendBroadcast;
  if (isDraft) await sql(`update broadcast set state = 'draft', channel = 'mail' where id = $1`, [broadcast]);
  if (entry === stopBroadcast) await sql(`update broadcast set state = 'sending' where id = $1`, [broadcast]);
  if (entry === retryBroadcast) {
    await sql(`update broadcast set channel = 'mail' where id = $1`, [broadcast]);
    await sql('delete from broadcast_delivery where broadcast_id = $1', [broadcast]);
    await sql(
      `insert into broadcast_delivery (tenant, broadcast_id, user_id, state)
        select tenant, $2, id, 'failed' from "user" where tenant = $1 limit 1`,
      [tenant, broadcast],
    );
  }
  if (entry !== sendBroadcast || !user) return;
  await sql('delete from broadcast_delivery where broadcast_id = $1', [broadcast]);
  await sql('delete from marketing_consent where user_id = $1', [user]);
  await sql(
    `insert into marketing_consent (tenant, user_id, channel, state, source) values ($1, $2, 'mail', 'agreed', 'staff')`,
    [tenant, user],
  );
}
