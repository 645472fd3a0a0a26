/** For tests of broadcasts: the routes beside the simulator of WhatsApp, people, and the jobs run by hand. */
import { broadcasts, previewBroadcast, retryBroadcast, sendBroadcast } from '#contract/broadcast/endpoints.ts';
import type { CallInput, Tenant } from '#contract/kernel/endpoint.ts';
import { simulatedWhatsApp } from '#platform/config-whatsapp.ts';
import type { Letter, Mailer } from '#platform/mail/mailer.ts';
import { testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { area } from '../area.ts';
import { sendOneMail } from '../mailing.ts';
import { sendShare } from '../sending.ts';
import { openWhatsAppSimulator, signatureOf, webhookBody } from '../whatsapp/testing/simulator.ts';
import { syncTemplates } from '../whatsapp/templates.ts';

export type Broadcasting = Awaited<ReturnType<typeof openBroadcasting>>;

/** Not quiet: ten in the morning in Jakarta. */
export const morning = new Date('2026-11-27T03:00:00Z');

type Draft = CallInput<typeof broadcasts.create>['body'];

/** The brand `coding` has an account at the simulator, the others have none. */
export async function openBroadcasting() {
  const account = simulatedWhatsApp('coding', '');
  const simulator = await openWhatsAppSimulator({ accounts: [account] });
  const test = await testAppOf(area.routes, {
    WHATSAPP_CODING_TOKEN: account.token,
    WHATSAPP_CODING_PHONE_ID: account.phoneId,
    WHATSAPP_CODING_BUSINESS_ID: account.businessId,
    WHATSAPP_CODING_APP_SECRET: account.appSecret,
    WHATSAPP_CODING_VERIFY_TOKEN: account.verifyToken,
    WHATSAPP_ENDPOINT: simulator.endpoint,
  });
  const db = test.database.tenant('coding');
  const letters: Letter[] = [];
  /** Services of the jobs; tests may replace them. */
  const jobs: { mailer: Pick<Mailer, 'send'>; isLastTry: boolean } = {
    mailer: { send: (letter) => Promise.resolve(void letters.push(letter)) },
    isLastTry: false,
  };
  let people = 0;

  /** Context of a job; `signal`: ends it. */
  const contextOf = (key: string, signal = new AbortController().signal) =>
    ({
      db,
      tenant: 'coding',
      key,
      config: test.app.deps.config,
      ...jobs,
      signal,
    }) as never;

  /** Runs the enqueued jobs of broadcasts, also those that they enqueue. */
  async function work(now = morning): Promise<void> {
    for (;;) {
      const lines = await test.sql(
        `delete from outbox where id in (select id from outbox where job like 'send-broadcast%' order by id limit 1000) returning *`,
      );
      if (lines.length === 0) return;
      for (const { id, ids } of lines) {
        const { broadcastId, deliveryId } = ids as { broadcastId?: string; deliveryId?: string };
        if (broadcastId) await sendShare(contextOf(String(id)), broadcastId, now);
        if (deliveryId) await sendOneMail(contextOf(String(id)), deliveryId, now);
      }
    }
  }

  /** Member with a number, who agreed to both channels unless `consent` is null. */
  async function person({
    tenant = 'coding',
    consent = 'agreed',
    phone,
  }: { tenant?: Tenant; consent?: 'agreed' | 'refused' | null; phone?: string } = {}) {
    people += 1;
    const n = people;
    const [name, email] = [`Peserta ${n}`, `orang${n}@sample.test`];
    const id = await addUser(test.sql, tenant, { name, email });
    const number = phone ?? `0812${String(10_000_000 + n)}`;
    const e164 = /^0\d+$/.test(number) ? `+62${number.slice(1)}` : null;
    await test.sql(`update "user" set phone_number = $2, phone_e164 = $3 where id = $1`, [id, number, e164]);
    if (consent)
      await test.sql(
        `insert into marketing_consent (tenant, user_id, channel, state, source) values
          ($1, $2, 'mail', $3, 'staff'), ($1, $2, 'whatsapp', $3, 'staff')`,
        [tenant, id, consent],
      );
    return { id, to: e164?.slice(1) ?? '', name, email };
  }
  const persons = (count: number) => Promise.all(Array.from({ length: count }, () => person()));

  const admin = await test.as('admin');
  async function create(draft: Omit<Draft, 'name'>, who = admin): Promise<string> {
    const { body, problem, status } = await who.call(broadcasts.create, { body: { name: 'Promo', ...draft } });
    if (status !== 201) throw new Error(JSON.stringify(problem));
    return body.broadcastId;
  }
  const preview = (id: string, ids: string[]) => admin.call(previewBroadcast, { params: { id }, body: { ids } });
  const send = (id: string, ids: string[]) =>
    admin.call(sendBroadcast, { params: { id }, body: { ids, expected: ids.length } });

  const retry = (id: string, expected: number) => admin.call(retryBroadcast, { params: { id }, body: { expected } });

  /** Templates by name, fetched from the simulator. */
  async function templates(): Promise<Record<string, string>> {
    await syncTemplates.run(contextOf('sync'));
    const rows = await test.sql(`select id, name from whatsapp_template where tenant = 'coding'`);
    return Object.fromEntries(rows.map(({ id, name }) => [String(name), String(id)]));
  }

  /** Sends a webhook about the account's number, signed unless `signature` is given. */
  const webhook = (value: object, signature?: string) => {
    const payload = webhookBody(account, value);
    return test.app.inject({
      method: 'POST',
      url: '/api/webhooks/whatsapp/coding/',
      payload,
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': signature ?? signatureOf(account.appSecret, payload),
      },
    });
  };
  const inbound = (from: string, body: string, at = new Date()) =>
    webhook({
      contacts: [{ wa_id: from, profile: { name: 'Peserta' } }],
      messages: [
        {
          from,
          id: `wamid.${from}${at.getTime()}`,
          timestamp: String(Math.floor(at.getTime() / 1_000)),
          type: 'text',
          text: { body },
        },
      ],
    });

  return {
    test,
    db,
    admin,
    account,
    simulator,
    letters,
    jobs,
    contextOf,
    work,
    person,
    persons,
    create,
    preview,
    send,
    retry,
    templates,
    webhook,
    inbound,
    deliveries: (id: string) =>
      test.sql(`select * from broadcast_delivery where broadcast_id = $1 order by user_id`, [id]),
    close: async () => {
      await test.close();
      await simulator.close();
    },
  };
}
