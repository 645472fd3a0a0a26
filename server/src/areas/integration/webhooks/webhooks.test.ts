/** Tests of webhooks over HTTP: who receives what, in which order, and what becomes of a receiver that does not take it. */
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createWebhook,
  deleteWebhook,
  enableWebhook,
  listDeliveries,
  listWebhooks,
  maxWebhooks,
  replayWebhook,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/integration/webhooks.ts';
import type { Config } from '#platform/config.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { sendAllDue } from './delivery.ts';
import { post } from './post.ts';
import { webhookRoutes } from './routes.ts';
import { openReceiver, type Receiver } from './testing/receiver.ts';

vi.setConfig({ testTimeout: 60_000 });

let test: TestApp;
let caller: TestCaller;
let receiver: Receiver;
beforeAll(async () => {
  test = await testAppOf([webhookRoutes]);
  caller = await test.as('superadmin');
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of ['webhook', 'event', 'outbox']) await test.sql(`delete from ${table}`);
  receiver = await openReceiver();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await receiver.close();
});

type Draft = { url?: string; events?: string[] };
async function setUp({ url = receiver.url, events = ['member.created', 'member.updated'] }: Draft = {}) {
  const { status, body } = await caller.call(createWebhook, { body: { url, events: events as never } });
  expect(status).toBe(201);
  receiver.secrets.push(body.secret);
  return { id: body.webhookId, secret: body.secret };
}

const run = (config: Partial<Config> = {}) =>
  sendAllDue(test.database.tenant('coding'), { ...test.app.deps.config, ...config }, () => false);
/** Lets the time until the next attempts pass. */
async function pass(): Promise<void> {
  await test.sql('update webhook_delivery set next_at = now()');
  await test.sql('update webhook_status set rests_until = null');
}
const rename = (id: string, name: string) => test.sql('update "user" set name = $2 where id = $1', [id, name]);
const deliveries = async (id: string, query = {}) =>
  (await caller.call(listDeliveries, { params: { id }, query })).body;
const webhook = async () => (await caller.call(listWebhooks, {})).body.webhooks[0]!;
const seen = () => receiver.accepted.map(({ type, data }) => `${type} ${String(data['name'])}`);

it('sends an event to a receiver, which verifies it by its secret', async () => {
  const { id, secret } = await setUp();
  const memberId = await addUser(test.sql, 'coding', { name: 'Budi' });
  expect(await run()).toBe(false);
  expect(receiver.accepted).toMatchObject([
    { type: 'member.created', data: { memberId, name: 'Budi' }, verifiedBy: [secret] },
  ]);
  const { deliveries: all } = await deliveries(id);
  expect(all).toMatchObject([
    {
      eventId: receiver.accepted[0]?.id,
      state: 'delivered',
      attempts: 1,
      nextAt: null,
      log: [{ status: 204, error: null }],
    },
  ]);
  expect(JSON.parse(all[0]!.request)).toMatchObject({ type: 'member.created', data: { memberId } });
  expect(await webhook()).toMatchObject({ state: 'active', waiting: 0, lastError: null });
});

it('sends nothing to the webhooks of another brand, or of another type', async () => {
  await setUp({ events: ['order.paid'] });
  await addUser(test.sql, 'coding');
  await addUser(test.sql, 'cyber');
  await run();
  expect(receiver.requests).toEqual([]);
});

it('sends to each webhook what is its own, after others have failed', async () => {
  const other = await openReceiver();
  other.respond = (_, response) => void response.writeHead(500).end();
  const { id } = await setUp({ url: other.url, events: ['member.updated'] });
  const member = await addUser(test.sql, 'coding', { name: 'Rina' });
  await rename(member, 'Rina 2');
  await run();
  await test.sql(`update webhook_status set rests_until = now() - interval '1 minute'`);
  const { secret } = await setUp({ events: ['member.created'] });
  await addUser(test.sql, 'coding', { name: 'Budi' });
  await run();
  await other.close();
  expect(other.requests.map(({ type }) => type)).toEqual(['member.updated']);
  expect(seen()).toEqual(['member.created Budi']);
  expect(receiver.accepted[0]?.verifiedBy).toEqual([secret]);
  expect((await deliveries(id)).totalItems).toBe(1);
});

it('keeps the order for each record, and loses nothing, when a third of the requests fails', async () => {
  await setUp();
  let n = 0;
  receiver.respond = (received, response) => {
    n += 1;
    if (n % 3 === 1) return void response.writeHead(500).end('Coba lagi');
    receiver.accepted.push(received);
    response.writeHead(200).end('OK');
  };
  const members = await Promise.all(Array.from({ length: 20 }, () => addUser(test.sql, 'coding', { name: '0' })));
  for (let turn = 1; turn < 10; turn += 1) for (const id of members) await rename(id, String(turn));
  for (let rounds = 0; receiver.accepted.length < 200 && rounds < 500; rounds += 1) {
    await Promise.all([run(), run()]);
    await pass();
  }
  const names = Map.groupBy(receiver.accepted, ({ data }) => data['memberId']);
  expect(names.size).toBe(20);
  for (const of of names.values())
    expect(of.map(({ data }) => data['name'])).toEqual(Array.from({ length: 10 }, (_, turn) => String(turn)));
});

describe('a receiver that does not take it', () => {
  it('is tried again later, while events of other records go on and later ones of the same wait', async () => {
    const { id } = await setUp();
    const [first, other] = [
      await addUser(test.sql, 'coding', { name: 'Satu' }),
      await addUser(test.sql, 'coding', { name: 'Dua' }),
    ];
    await rename(first, 'Satu lagi');
    receiver.respond = (received, response) => {
      if (received.data['memberId'] === first) return void response.writeHead(503).end('Penuh');
      receiver.accepted.push(received);
      response.writeHead(200).end();
    };
    await run();
    expect(receiver.requests.map(({ data }) => data['name'])).toEqual(['Satu', 'Dua']);
    const { deliveries: waiting } = await deliveries(id, { state: 'pending' });
    expect(waiting.map(({ attempts }) => attempts)).toEqual([0, 1]);
    expect(waiting[1]?.log).toMatchObject([{ status: 503, error: 'Replied with status 503', reply: 'Penuh' }]);
    expect((await deliveries(id, { state: 'delivered', type: 'member.created' })).totalItems).toBe(1);
    expect(other).not.toBe(first);
    receiver.respond = undefined;
    await run();
    expect(seen()).toEqual(['member.created Dua']);
    await pass();
    await run();
    expect(seen()).toEqual(['member.created Dua', 'member.created Satu', 'member.updated Satu lagi']);
  });

  it.each([
    ['redirects', 302, 'Redirected (302), which is not followed'],
    ['refuses', 400, 'Replied with status 400'],
  ])('fails when it %s', async (_, status, error) => {
    const { id } = await setUp();
    receiver.respond = (_received, response) => void response.writeHead(status, { location: '/elsewhere' }).end();
    await addUser(test.sql, 'coding');
    await run();
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveries(id)).deliveries[0]?.log).toMatchObject([{ status, error }]);
    expect(await webhook()).toMatchObject({ state: 'failing', waiting: 1, lastError: error });
  });

  it('fails when it never answers, and counts as answered when only its body never ends', async () => {
    const { id } = await setUp();
    const signal = AbortSignal.abort();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(signal);
    await addUser(test.sql, 'coding');
    await run();
    expect((await deliveries(id)).deliveries[0]?.log).toMatchObject([
      { status: null, error: 'No reply within 10 seconds' },
    ]);
    const late = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
    receiver.respond = (_received, response) => {
      response.writeHead(200).write('begonnen');
      setTimeout(() => late.abort(), 50);
    };
    await pass();
    await run();
    expect((await deliveries(id)).deliveries[0]).toMatchObject({ state: 'delivered' });
  });

  it('has no more than 2,000 bytes of its reply read and kept', async () => {
    const { id } = await setUp();
    let isClosed: Promise<unknown> = Promise.resolve();
    receiver.respond = (_received, response) => {
      isClosed = new Promise((resolve) => response.once('close', resolve));
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write('x\0'.repeat(50_000)));
        response.once('drain', write);
      };
      write();
    };
    await addUser(test.sql, 'coding');
    await run();
    await isClosed;
    expect((await deliveries(id)).deliveries[0]?.log[0]?.reply).toBe('x'.repeat(1_000));
  });

  it('is disabled after a day without any delivery, with a mail; enabled, it gets what waited, in order', async () => {
    const { id } = await setUp();
    receiver.respond = (_received, response) => void response.writeHead(500).end();
    const member = await addUser(test.sql, 'coding', { name: 'Satu' });
    await rename(member, 'Dua');
    for (let n = 0; n < 7; n += 1) {
      await run();
      await pass();
    }
    expect(await webhook()).toMatchObject({ state: 'failing' });
    await test.sql(`update webhook_status set failing_since = now() - interval '1 day'`);
    await run();
    expect(await webhook()).toMatchObject({
      state: 'disabled',
      disabledBecause: 'Nothing was delivered for a day: Replied with status 500',
      waiting: 2,
    });
    const mails = await test.sql(`select ids from outbox where job = 'send-mail'`);
    expect(mails).toEqual([{ ids: { template: 'webhook-disabled', userId: caller.userId } }]);
    const refused = await caller.call(testWebhook, { params: { id } });
    expect(refused).toMatchObject({ status: 409, problem: { message: 'This webhook is disabled; enable it first' } });
    await rename(member, 'Tiga');
    receiver.respond = undefined;
    await pass();
    await run();
    expect(seen()).toEqual([]);
    expect((await caller.call(enableWebhook, { params: { id } })).status).toBe(200);
    await run();
    expect(seen()).toEqual(['member.created Satu', 'member.updated Dua', 'member.updated Tiga']);
  });

  it('loses one event that it always refuses, while it takes others, and the later ones follow', async () => {
    const { id } = await setUp();
    const member = await addUser(test.sql, 'coding', { name: 'Racun' });
    await rename(member, 'Sehat');
    receiver.respond = (received, response) => {
      if (received.data['name'] === 'Racun') return void response.writeHead(400).end();
      receiver.accepted.push(received);
      response.writeHead(200).end();
    };
    for (let n = 0; n < 9; n += 1) {
      await addUser(test.sql, 'coding', { name: `Lain ${n}` });
      await run();
      await pass();
    }
    expect((await deliveries(id, { state: 'failed' })).deliveries).toMatchObject([{ attempts: 8 }]);
    expect(await webhook()).toMatchObject({ state: 'active', waiting: 0 });
    expect(seen()).toContain('member.updated Sehat');
  });

  it('is disabled at once when it replies 410', async () => {
    await setUp();
    receiver.respond = (_received, response) => void response.writeHead(410).end();
    await addUser(test.sql, 'coding');
    await run();
    expect(await webhook()).toMatchObject({ state: 'disabled' });
  });
});

it('sends again: a test event, one delivery, and all since a moment, with the same ids', async () => {
  const { id } = await setUp();
  const member = await addUser(test.sql, 'coding', { name: 'Satu' });
  const [{ now } = {}] = await test.sql('select clock_timestamp() as now');
  await rename(member, 'Dua');
  await rename(member, 'Tiga');
  await caller.call(testWebhook, { params: { id } });
  await run();
  expect(seen()).toHaveLength(4);
  const first = receiver.accepted.splice(0);
  const { deliveries: all } = await deliveries(id);
  const deliveryId = all.find(({ eventId }) => eventId === first[0]?.id)!.deliveryId;
  expect((await caller.call(resendDelivery, { params: { id, deliveryId } })).status).toBe(200);
  await run();
  expect(seen()).toEqual(['member.created Satu']);
  const answer = await caller.call(replayWebhook, {
    params: { id },
    body: { since: new Date(now as Date).toISOString() },
  });
  expect(answer.body).toEqual({ changed: 2 });
  receiver.accepted.splice(0);
  await run();
  expect(seen()).toEqual(['member.updated Dua', 'member.updated Tiga']);
  expect(first.map((one) => one.id)).toEqual(expect.arrayContaining(receiver.accepted.map((one) => one.id)));
});

it('replays events that were written for another webhook', async () => {
  await setUp({ events: ['member.created'], url: 'http://127.0.0.1:9/' });
  await addUser(test.sql, 'coding', { name: 'Satu' });
  const { id } = await setUp({ events: ['member.created'] });
  const answer = await caller.call(replayWebhook, { params: { id }, body: { since: '2020-01-01T00:00:00Z' } });
  expect(answer.body).toEqual({ changed: 1 });
  await run();
  expect(seen()).toEqual(['member.created Satu']);
});

it('signs with the new and the former secret after a rotation, until the former one expires', async () => {
  const { id, secret } = await setUp();
  const { body } = await caller.call(rotateWebhookSecret, { params: { id } });
  receiver.secrets.push(body.secret);
  await addUser(test.sql, 'coding');
  await run();
  expect(receiver.accepted[0]?.verifiedBy).toEqual([secret, body.secret]);
  expect((await webhook()).formerSecretUntil).not.toBeNull();
  await test.sql('update webhook_secret set expires_at = now() where expires_at is not null');
  await addUser(test.sql, 'coding');
  await run();
  expect(receiver.accepted[1]?.verifiedBy).toEqual([body.secret]);
});

it('cannot be replayed by others: the signature of a request ends, and sending again signs anew with the same id', async () => {
  const { id, secret } = await setUp();
  let headers: Record<string, string> = {};
  receiver.respond = (received, response, request) => {
    headers = request.headers as Record<string, string>;
    receiver.accepted.push(received);
    response.writeHead(204).end();
  };
  await addUser(test.sql, 'coding');
  await run();
  receiver.respond = undefined;
  const [delivery] = (await deliveries(id)).deliveries;
  const body = delivery!.request;
  const official = new Webhook(secret);
  expect(official.verify(body, headers)).toMatchObject({ type: 'member.created' });
  const sixMinutes = 6 * 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + sixMinutes);
  expect(() => official.verify(body, headers)).toThrow('Message timestamp too old');
  vi.restoreAllMocks();
  await caller.call(resendDelivery, { params: { id, deliveryId: delivery!.deliveryId } });
  await run();
  expect(receiver.accepted.map((one) => [one.id, one.verifiedBy])).toEqual([
    [headers['webhook-id'], [secret]],
    [headers['webhook-id'], [secret]],
  ]);
});

describe('addresses', () => {
  const message = { id: 'evt', body: '{}', secrets: ['whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0'] };
  const errorOf = async (url: string) => (await post({ ...message, url }, { isPublicOnly: true })).error;

  it.each([
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
  ])('refuses %s in production', async (url) => {
    expect(await errorOf(url)).toMatch(/^The address leads to \S+, which is not public$/);
  });

  it.each(['127.0.0.1', '169.254.169.254'])(
    'refuses a name that leads to %s now, whatever it led to before',
    async (now) => {
      const ended = new AbortController();
      const answers = ['8.8.8.8', now];
      const lookup: LookupFunction = (_name, _options, done) => {
        // Nothing is connected to in a test.
        ended.abort();
        done(null, [{ address: answers.shift()!, family: 4 }]);
      };
      const send = () => post({ ...message, url: 'https://rebind.test/' }, { isPublicOnly: true, lookup });
      vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(ended.signal);
      expect((await send()).error).toBe('No reply within 10 seconds');
      expect((await send()).error).toBe(`The address leads to ${now}, which is not public`);
    },
  );

  it('sends no request to a private address in production', async () => {
    await setUp();
    await addUser(test.sql, 'coding');
    await run({ production: true });
    expect(receiver.requests).toEqual([]);
    expect(await webhook()).toMatchObject({ state: 'failing', lastError: 'The address does not begin with https://' });
  });

  it.each(['ftp://receiver.test/', '/hooks', 'https://user:secret@receiver.test/', 'receiver.test', ''])(
    'answers 400 at `url` for %j',
    async (url) => {
      const { status, problem } = await caller.call(createWebhook, { body: { url, events: ['order.paid'] } });
      expect(status).toBe(400);
      expect(problem.errors?.map(({ path }) => path)).toContain('url');
    },
  );
});

it('asks for the password again on create, change and new secret, and is for superadmins only', async () => {
  const { id } = await setUp();
  await test.sql(`update session set confirmed_at = now() - interval '1 hour' where id = $1`, [caller.sessionId]);
  const body = { url: receiver.url, events: ['order.paid' as const] };
  const answers = [
    await caller.call(createWebhook, { body }),
    await caller.call(updateWebhook, { params: { id }, body }),
    await caller.call(rotateWebhookSecret, { params: { id } }),
  ];
  await test.sql(`update session set confirmed_at = now() where id = $1`, [caller.sessionId]);
  expect(answers.map(({ status, problem }) => [status, problem.reason])).toEqual(Array(3).fill([403, 'step-up']));
  expect((await (await test.as('admin')).call(listWebhooks, {})).status).toBe(403);
});

it('changes, deletes, and answers 404 for what is not there and 409 beyond the limit', async () => {
  const { id } = await setUp();
  const body = { url: 'https://other.test/', events: ['order.paid' as const] };
  expect((await caller.call(updateWebhook, { params: { id }, body })).status).toBe(200);
  expect(await webhook()).toMatchObject(body);
  await addUser(test.sql, 'coding');
  const { id: other } = await setUp();
  expect((await caller.call(deleteWebhook, { params: { id } })).status).toBe(200);
  expect((await caller.call(listDeliveries, { params: { id } })).status).toBe(404);
  expect((await caller.call(resendDelivery, { params: { id: other, deliveryId: id } })).status).toBe(404);
  await test.sql(
    `insert into webhook (tenant, url, events) select 'coding', 'https://x.test', '{order.paid}' from generate_series(3, $1)`,
    [maxWebhooks],
  );
  const atOnce = await Promise.all(Array.from({ length: 4 }, () => caller.call(createWebhook, { body })));
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
});
