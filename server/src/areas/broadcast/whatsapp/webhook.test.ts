/** Tests the webhook of WhatsApp: signatures, statuses in any order, and replies that opt out. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getConsents, setConsent } from '#contract/broadcast/endpoints.ts';
import { type Broadcasting, openBroadcasting } from '../testing/broadcasting.ts';
import { statusOf } from './testing/simulator.ts';

vi.setConfig({ testTimeout: 60_000 });

let all: Broadcasting;
beforeAll(async () => {
  all = await openBroadcasting();
});
afterAll(() => all.close());

/** Delivery that was handed over, without an answer. */
async function handedOver() {
  const person = await all.person();
  const id = await all.create({ channel: 'whatsapp', body: 'Halo' });
  const [row] = await all.test.sql(
    `insert into broadcast_delivery (tenant, broadcast_id, user_id, state) values ('coding', $1, $2, 'unknown') returning id`,
    [id, person.id],
  );
  const key = String(row!['id']);
  const read = async () => (await all.test.sql(`select * from broadcast_delivery where id = $1`, [key]))[0]!;
  return { person, message: { id: `wamid.${key}`, to: person.to, biz_opaque_callback_data: key }, read };
}

it('is set up by its token', async () => {
  const url = (token: string) =>
    `/api/webhooks/whatsapp/coding/?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`;
  const right = await all.test.app.inject({ url: url(all.account.verifyToken) });
  expect([right.statusCode, right.body]).toEqual([200, '1158201444']);
  expect((await all.test.app.inject({ url: url('wrong') })).statusCode).toBe(403);
});

it('refuses a wrong signature, records that, and changes nothing', async () => {
  const { message, read } = await handedOver();
  const value = { statuses: [statusOf(message, 'read', new Date())] };
  const events = () => all.test.sql(`select from audit where action = 'notice-refused'`);
  const before = (await events()).length;
  for (const signature of ['', 'sha256=00', `sha256=${'0'.repeat(64)}`])
    expect((await all.webhook(value, signature)).statusCode).toBe(401);
  expect(await read()).toMatchObject({ state: 'unknown', read_at: null });
  expect((await events()).length).toBeGreaterThan(before);
  const cyber = await all.test.app.inject({ method: 'POST', url: '/api/webhooks/whatsapp/cyber/', payload: {} });
  expect(cyber.statusCode).toBe(503);
  expect((await all.webhook(value)).statusCode).toBe(200);
  expect(await read()).toMatchObject({ state: 'read', reference: message.id });
});

it('ends in the same state whatever the order, number and lateness of the statuses', async () => {
  const states = ['sent', 'failed', 'delivered', 'read'] as const;
  const notices = fc.array(fc.record({ state: fc.constantFrom(...states), second: fc.nat(1_000) }), {
    minLength: 1,
    maxLength: 6,
  });
  const arrival = notices.chain((some) =>
    fc.tuple(fc.constant(some), fc.shuffledSubarray([...some, ...some], { minLength: some.length })),
  );
  const start = Date.parse('2026-11-27T03:00:00Z');
  await fc.assert(
    fc.asyncProperty(arrival, async ([some, shuffled]) => {
      const { message, read } = await handedOver();
      for (const { state, second } of [...shuffled, ...some])
        await all.webhook({ statuses: [statusOf(message, state, new Date(start + second * 1_000))] });
      const row = await read();
      expect(row['state']).toBe(states.findLast((state) => some.some((one) => one.state === state)));
      for (const state of states) {
        const seconds = some.flatMap((one) => (one.state === state ? [one.second] : []));
        expect(row[`${state}_at`]).toEqual(seconds.length > 0 ? new Date(start + Math.min(...seconds) * 1_000) : null);
      }
    }),
    { numRuns: 25 },
  );
});

it('ignores what it does not know, other numbers, and messages of nobody', async () => {
  const { message, read } = await handedOver();
  const status = statusOf(message, 'delivered', new Date());
  const odd = [{ id: 1 }, { ...status, status: 'warning' }, null];
  expect((await all.webhook({ statuses: odd, errors: [{ code: 1 }] })).statusCode).toBe(200);
  const other = { metadata: { display_phone_number: '1', phone_number_id: '999' }, statuses: [status] };
  expect((await all.webhook(other)).statusCode).toBe(200);
  expect(await read()).toMatchObject({ state: 'unknown' });
  expect((await all.inbound('6281777777777', 'STOP')).statusCode).toBe(200);
  expect((await all.webhook({ statuses: [{ ...status, biz_opaque_callback_data: undefined }] })).statusCode).toBe(200);
  expect(await read()).toMatchObject({ state: 'unknown' });
});

it.each(['STOP', 'berhenti', ' Stop. '])('“%s” opts out of WhatsApp, and not of mail', async (word) => {
  const person = await all.person();
  await all.inbound(person.to, word);
  const { consents } = (await all.admin.call(getConsents, { params: { id: person.id } })).body;
  expect(consents).toMatchObject([
    { channel: 'mail', state: 'agreed' },
    { channel: 'whatsapp', state: 'refused', source: 'reply' },
  ]);
});

it('other words do not opt out, and an old reply does not replace a later decision', async () => {
  const person = await all.person();
  const state = async () => (await all.admin.call(getConsents, { params: { id: person.id } })).body.consents[1]!.state;
  await all.inbound(person.to, 'Jangan stop ya');
  expect(await state()).toBe('agreed');
  const wrote = new Date(Date.now() + 1_000);
  await all.inbound(person.to, 'stop', wrote);
  expect(await state()).toBe('refused');
  await all.test.sql(`update marketing_consent set at = now() - interval '1 hour' where user_id = $1`, [person.id]);
  await all.admin.call(setConsent, { params: { id: person.id }, body: { channel: 'whatsapp', state: 'agreed' } });
  await all.inbound(person.to, 'stop', new Date(Date.now() - 600_000));
  expect(await state()).toBe('agreed');
});
