/** Tests that 10,000 events reach a receiver that fails a third of the time: none is lost, and each record's are in order. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createWebhook } from '#contract/integration/webhooks.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { sendAllDue } from './delivery.ts';
import { webhookRoutes } from './routes.ts';
import { openReceiver, type Receiver } from './testing/receiver.ts';

vi.setConfig({ testTimeout: 600_000 });

const members = 500;
const turns = 20;

let test: TestApp;
let receiver: Receiver;
beforeAll(async () => {
  test = await testAppOf([webhookRoutes]);
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await test.close();
});

it('delivers 10,000 events of 500 members to a receiver that fails every third time, each member in order', async () => {
  const caller = await test.as('superadmin');
  const body = { url: receiver.url, events: ['member.created' as const, 'member.updated' as const] };
  await caller.call(createWebhook, { body });
  let n = 0;
  const failures = new Map<string, number>();
  receiver.respond = (received, response) => {
    n += 1;
    const failed = failures.get(received.id) ?? 0;
    // Fewer times than there are attempts.
    if (n % 3 === 0 && failed < 5) {
      failures.set(received.id, failed + 1);
      return void response.writeHead(500).end();
    }
    receiver.accepted.push(received);
    response.writeHead(204).end();
  };
  await test.sql(
    `insert into "user" (tenant, email, name, password_hash, role)
      select 'coding', 'massal' || n || '@sample.test', '000', 'none', 'member' from generate_series(1, $1) n`,
    [members],
  );
  for (let turn = 1; turn < turns; turn += 1)
    await test.sql(`update "user" set name = lpad($1::text, 3, '0') where email like 'massal%'`, [turn]);
  const run = () => sendAllDue(test.database.tenant('coding'), test.app.deps.config, () => false);
  const waiting = () => test.sql(`select from webhook_delivery where state = 'pending' limit 1`);
  while ((await waiting()).length > 0) {
    await Promise.all([run(), run(), run()]);
    // Lets the time until the next attempts pass.
    await test.sql('update webhook_delivery set next_at = now() where next_at > now()');
    await test.sql('update webhook_status set rests_until = null');
  }
  const byMember = Map.groupBy(receiver.accepted, ({ data }) => data['memberId']);
  const expected = Array.from({ length: turns }, (_, turn) => String(turn).padStart(3, '0'));
  expect(byMember.size).toBe(members);
  for (const received of byMember.values()) expect(received.map(({ data }) => data['name'])).toEqual(expected);
  expect(await test.sql(`select from webhook_delivery where state <> 'delivered'`)).toHaveLength(0);
});
