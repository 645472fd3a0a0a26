/** Tests broadcasts over HTTP, with their jobs, a mailer and the simulator of WhatsApp: who gets one, once, and what becomes of it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  broadcasts,
  getConsents,
  getUnsubscription,
  listBroadcastDeliveries,
  previewBroadcast,
  sendBroadcast,
  setConsent,
  stopBroadcast,
  unsubscribe,
} from '#contract/broadcast/endpoints.ts';
import { sendShare, continueBroadcasts } from './sending.ts';
import { type Broadcasting, morning, openBroadcasting } from './testing/broadcasting.ts';
import { statusOf } from './whatsapp/testing/simulator.ts';

let all: Broadcasting;
beforeAll(async () => {
  all = await openBroadcasting();
});
afterAll(() => all.close());
afterEach(() => all.simulator.fail(() => undefined));

const mail = {
  channel: 'mail',
  subject: 'Kabar untuk {nama}',
  body: 'Halo Kak {nama},\n\nada kelas baru. Salam, {petugas}',
} as const;
const text = { channel: 'whatsapp', body: 'Halo Kak {nama}' } as const;
const idsOf = (people: { id: string }[]) => people.map(({ id }) => id);
const statesOf = async (id: string) =>
  Object.fromEntries((await all.deliveries(id)).map((row) => [String(row['user_id']), row['reason'] ?? row['state']]));
/** Number of messages that reached WhatsApp for each of these people. */
const countsOf = (people: { to: string }[]) =>
  people.map(({ to }) => all.simulator.sent.filter((one) => one.to === to).length);
const promo = async () => {
  const { promo_kelas_baru: templateId } = await all.templates();
  return { channel: 'whatsapp' as const, templateId: templateId!, parameters: ['{nama}', 'Kelas Go'] };
};

describe('a mail', () => {
  it('reaches who agreed, and the preview says who does not get it and why', async () => {
    const [agreed, refused, unknown, gone] = [
      await all.person(),
      await all.person({ consent: 'refused' }),
      await all.person({ consent: null }),
      await all.person(),
    ];
    await all.test.sql(`update "user" set status = 0 where id = $1`, [gone.id]);
    const id = await all.create(mail);
    const ids = idsOf([agreed, refused, unknown, gone]);
    const { body } = await all.preview(id, ids);
    expect(body).toMatchObject({
      total: 4,
      reached: 1,
      setUp: null,
      links: [],
      sample: { subject: `Kabar untuk ${agreed.name}` },
    });
    expect(body.skipped.find(({ reason }) => reason === 'refused')!.first).toEqual([
      { userId: refused.id, name: refused.name },
    ]);
    expect(body.skipped.map(({ reason, people }) => [reason, people]).toSorted()).toEqual([
      ['inactive', 1],
      ['no-consent', 1],
      ['refused', 1],
    ]);
    expect(await all.deliveries(id)).toEqual([]);
    expect((await all.send(id, ids)).body).toMatchObject({
      state: 'sending',
      figures: { total: 4, queued: 1, skipped: 3 },
    });
    await all.work();
    expect(await statesOf(id)).toEqual({
      [agreed.id]: 'sent',
      [refused.id]: 'refused',
      [unknown.id]: 'no-consent',
      [gone.id]: 'inactive',
    });
    const letter = all.letters.at(-1)!;
    expect(letter).toMatchObject({ to: { address: agreed.email }, subject: `Kabar untuk ${agreed.name}` });
    expect(letter.text).toContain(`Halo Kak ${agreed.name},`);
    expect(letter.text).toContain('Salam, Tester admin');
    const { body: record } = await all.admin.call(broadcasts.get, { params: { id } });
    expect(record).toMatchObject({ state: 'done', by: 'Tester admin', figures: { sent: 1, skipped: 3, total: 4 } });
  });

  it('has a link that opts out by the call of mail clients, without signing in, and is opened without effect', async () => {
    const person = await all.person();
    const id = await all.create(mail);
    await all.send(id, [person.id]);
    await all.work();
    const headers = all.letters.at(-1)!.headers!;
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const url = new URL(headers['List-Unsubscribe']!.slice(1, -1)).pathname;
    const read = async () => (await all.test.app.inject({ url })).json<{ isOptedOut: boolean }>();
    expect(await read()).toMatchObject({ isOptedOut: false });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (at: string) =>
      all.test.app.inject({ method: 'POST', url: at, payload: 'List-Unsubscribe=One-Click', headers: form });
    expect((await post(url)).statusCode).toBe(200);
    expect(await read()).toMatchObject({ isOptedOut: true });
    const other = await all.create(mail);
    expect((await all.preview(other, [person.id])).body).toMatchObject({
      reached: 0,
      skipped: [{ reason: 'refused' }],
    });
    expect((await post(url.replace(person.id, (await all.person()).id))).statusCode).toBe(404);
    const token = url.split('/')[3]!;
    expect((await all.admin.call(getUnsubscription, { params: { token: `${token}x` } })).status).toBe(404);
    expect((await all.admin.call(unsubscribe, { params: { token }, body: {} as never })).status).toBe(400);
  });

  it('is not sent to who opts out while it waits', async () => {
    const [stays, leaves] = await all.persons(2);
    const id = await all.create(mail);
    await all.send(id, idsOf([stays!, leaves!]));
    await all.admin.call(setConsent, { params: { id: leaves!.id }, body: { channel: 'mail', state: 'refused' } });
    await all.work();
    expect(await statesOf(id)).toEqual({ [stays!.id]: 'sent', [leaves!.id]: 'refused' });
  });

  it('is not sent to who opted out with an account that was merged into theirs', async () => {
    const [kept, merged] = [await all.person(), await all.person({ consent: 'refused' })];
    await all.test.sql('update "user" set status = 0, merged_into = $1 where id = $2', [kept.id, merged.id]);
    expect((await all.preview(await all.create(mail), [kept.id])).body).toMatchObject({
      reached: 0,
      skipped: [{ reason: 'refused', people: 1 }],
    });
  });
});

describe('nobody gets a broadcast twice', () => {
  it('however often it is sent, to whatever people', async () => {
    const people = await all.persons(3);
    const id = await all.create(await promo());
    await all.send(id, idsOf(people.slice(0, 2)));
    await all.work();
    expect((await all.preview(id, idsOf(people))).body).toMatchObject({
      reached: 1,
      skipped: [{ reason: 'already', people: 2 }],
    });
    expect((await all.send(id, idsOf(people))).status).toBe(200);
    await all.work();
    expect(await all.send(id, idsOf(people))).toMatchObject({
      status: 409,
      problem: { message: 'Nobody would get it' },
    });
    expect(countsOf(people)).toEqual([1, 1, 1]);
  });

  it('with several jobs at once', async () => {
    const people = await all.persons(25);
    const id = await all.create(await promo());
    await all.send(id, idsOf(people));
    await Promise.all(Array.from({ length: 5 }, (_, n) => sendShare(all.contextOf(`run ${n}`), id, morning)));
    expect(countsOf(people)).toEqual(people.map(() => 1));
    expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(['sent']));
  });

  it('when the process ends in the middle of calls: their outcome is unknown until the webhook tells, and the rest goes on', async () => {
    const people = await all.persons(12);
    const id = await all.create(await promo());
    await all.send(id, idsOf(people));
    const ending = new AbortController();
    let calls = 0;
    all.simulator.fail(() => {
      calls += 1;
      if (calls === 4) ending.abort();
      return calls === 4 ? 'hang-up' : undefined;
    });
    await expect(sendShare(all.contextOf('killed', ending.signal), id, morning)).rejects.toThrow();
    await sendShare(all.contextOf('killed'), id, morning);
    await all.work();
    expect(countsOf(people)).toEqual(people.map(() => 1));
    const lost = (await all.deliveries(id)).filter(({ state }) => state === 'unknown');
    expect(lost).toHaveLength(1);
    const key = String(lost[0]!['id']);
    const sent = all.simulator.sent.find((one) => one.biz_opaque_callback_data === key)!;
    await all.webhook({ statuses: [statusOf(sent, 'delivered', new Date())] });
    const known = (await all.deliveries(id)).find((row) => row['id'] === key);
    expect(known).toMatchObject({ state: 'delivered', reference: sent.id });
    await sendShare(all.contextOf('again'), id, morning);
    expect(countsOf(people)).toEqual(people.map(() => 1));
  });

  it('when WhatsApp takes a message and does not answer, or answers with an error of its own', async () => {
    const people = await all.persons(2);
    const id = await all.create(await promo());
    await all.send(id, idsOf(people));
    all.simulator.fail(({ to }) => (to === people[0]!.to ? 'hang-up' : 'error'));
    await all.work();
    await sendShare(all.contextOf('again'), id, morning);
    expect(countsOf(people)).toEqual([1, 1]);
    expect(Object.values(await statesOf(id))).toEqual(['unknown', 'unknown']);
  });

  it('of a mail whose job is repeated, or enqueued twice', async () => {
    const person = await all.person();
    const id = await all.create(mail);
    await all.send(id, [person.id]);
    const before = all.letters.length;
    await sendShare(all.contextOf('one'), id, morning);
    await all.test.sql(
      `insert into outbox (tenant, job, ids) select tenant, job, ids from outbox where job = 'send-broadcast-mail'`,
    );
    await all.work();
    expect(all.letters.length - before).toBe(1);
  });

  it('over two accounts with one number', async () => {
    const first = await all.person({ phone: '081299990001' });
    const second = await all.person({ phone: '081299990001' });
    const id = await all.create(await promo());
    await all.send(id, idsOf([first, second]));
    await all.work();
    expect(Object.values(await statesOf(id)).toSorted()).toEqual(['same-phone', 'sent']);
    expect(countsOf([first])).toEqual([1]);
  });
});

describe('over WhatsApp', () => {
  it('a template is sent with its parameters, as the published schema has it', async () => {
    const person = await all.person();
    const id = await all.create(await promo());
    expect((await all.preview(id, [person.id])).body.sample).toMatchObject({
      text: `Halo Kak ${person.name}, pendaftaran Kelas Go sudah dibuka. Balas pesan ini untuk bertanya.`,
    });
    await all.send(id, [person.id]);
    await all.work();
    expect(all.simulator.refused).toEqual([]);
    expect(all.simulator.sent.at(-1)).toMatchObject({
      to: person.to,
      type: 'template',
      template: {
        name: 'promo_kelas_baru',
        components: [{ parameters: [{ text: person.name }, { text: 'Kelas Go' }] }],
      },
    });
  });

  it('people without a number, or with none that WhatsApp accepts, are skipped', async () => {
    const [none, wrong] = [await all.person({ phone: '' }), await all.person({ phone: 'x12' })];
    const { body } = await all.preview(await all.create(await promo()), idsOf([none, wrong]));
    expect(body.skipped.map(({ reason }) => reason).toSorted()).toEqual(['invalid-phone', 'no-phone']);
  });

  it('a text reaches only who wrote within 24 hours', async () => {
    const [now, before, never] = await all.persons(3);
    await all.inbound(now!.to, 'Halo');
    await all.inbound(before!.to, 'Halo', new Date(Date.now() - 25 * 3_600_000));
    const id = await all.create(text);
    await all.send(id, idsOf([now!, before!, never!]));
    await all.work();
    expect(await statesOf(id)).toEqual({ [now!.id]: 'sent', [before!.id]: 'no-window', [never!.id]: 'no-window' });
    expect(all.simulator.sent.at(-1)).toMatchObject({ type: 'text', text: { body: `Halo Kak ${now!.name}` } });
    expect((await all.admin.call(getConsents, { params: { id: now!.id } })).body.windowEndsAt).not.toBeNull();
  });

  it('a refused message has failed, with the reason; a limit of rate leaves the message waiting', async () => {
    const people = await all.persons(2);
    const id = await all.create(await promo());
    await all.send(id, idsOf(people));
    all.simulator.fail(({ to }) => (to === people[0]!.to ? 'refuse' : 'rate-limit'));
    await expect(all.work()).rejects.toThrow('Rate limit hit');
    const problem = async () => (await all.admin.call(broadcasts.get, { params: { id } })).body.problem;
    expect(await problem()).toBe('Rate limit hit');
    expect(await statesOf(id)).toEqual({ [people[0]!.id]: 'failed', [people[1]!.id]: 'queued' });
    all.simulator.fail(() => undefined);
    await sendShare(all.contextOf('later'), id, morning);
    expect(await problem()).toBe('');
    expect(countsOf(people)).toEqual([0, 1]);
    const { body } = await all.admin.call(listBroadcastDeliveries, { params: { id }, query: { state: 'failed' } });
    expect(body).toMatchObject({
      totalItems: 1,
      deliveries: [{ userId: people[0]!.id, error: 'Message undeliverable' }],
    });
  });

  it('templates that are not approved, need files or other parameters are refused', async () => {
    const { diskon_alumni: pending, promo_bergambar: picture, undangan_webinar: webinar } = await all.templates();
    const tried = (templateId: string | undefined, parameters: string[]) =>
      all.admin.call(broadcasts.create, {
        body: { name: 'Promo', channel: 'whatsapp', templateId: templateId!, parameters },
      });
    expect((await tried(pending, ['{nama}'])).status).toBe(409);
    expect((await tried(picture, ['{nama}'])).status).toBe(409);
    expect(await tried(webinar, ['{nama}'])).toMatchObject({
      status: 400,
      problem: { errors: [{ path: 'parameters' }] },
    });
    expect(await tried(webinar, ['{nama}', '{invoice}'])).toMatchObject({ status: 400 });
  });

  it('without an account nothing is called: the preview has links, and sending is refused with what to set', async () => {
    const cyber = await all.test.as('admin', 'cyber');
    const person = await all.person({ tenant: 'cyber' });
    const window = `insert into whatsapp_window (tenant, user_id, written_at) values ('cyber', $1, now())`;
    await all.test.sql(window, [person.id]);
    const id = await all.create(text, cyber);
    const { body } = await cyber.call(previewBroadcast, { params: { id }, body: { ids: [person.id] } });
    expect(body.setUp).toContain('WHATSAPP_CYBER_TOKEN');
    expect(body.links).toEqual([
      {
        userId: person.id,
        name: person.name,
        url: `https://wa.me/${person.to}?text=${encodeURIComponent(`Halo Kak ${person.name}`)}`,
      },
    ]);
    const sent = await cyber.call(sendBroadcast, { params: { id }, body: { ids: [person.id], expected: 1 } });
    expect(sent.status).toBe(409);
    expect(await all.deliveries(id)).toEqual([]);
  });
});

it('waits in quiet hours and goes on when they end', async () => {
  const person = await all.person();
  const id = await all.create(await promo());
  await all.send(id, [person.id]);
  // 23:15 in Jakarta.
  await all.work(new Date('2026-11-27T16:15:00Z'));
  expect(countsOf([person])).toEqual([0]);
  const due = () => all.test.sql(`select at from broadcast_due where broadcast_id = $1`, [id]);
  expect(await due()).toEqual([{ at: new Date('2026-11-28T01:00:00Z') }]);
  await all.test.sql(`update broadcast_due set at = now() where broadcast_id = $1`, [id]);
  await continueBroadcasts.run(all.contextOf('minute'));
  await all.work(new Date('2026-11-28T01:00:00Z'));
  expect(countsOf([person])).toEqual([1]);
});

it('stops at once; who was left out gets it when it is sent again, and nobody twice', async () => {
  const people = await all.persons(30);
  const id = await all.create(await promo());
  await all.send(id, idsOf(people));
  let calls = 0;
  let stopping: Promise<unknown> | undefined;
  all.simulator.fail(() => {
    calls += 1;
    if (calls === 3) stopping = all.admin.call(stopBroadcast, { params: { id } });
    return undefined;
  });
  await all.work();
  await stopping;
  const { body } = await all.admin.call(broadcasts.get, { params: { id } });
  expect(body.state).toBe('stopped');
  expect(body.figures).toMatchObject({ queued: 0, total: 30, sent: 30 - body.figures.skipped });
  expect(body.figures.skipped).toBeGreaterThan(0);
  expect((await all.admin.call(stopBroadcast, { params: { id } })).status).toBe(409);
  await all.send(id, idsOf(people));
  await all.work();
  expect(countsOf(people)).toEqual(people.map(() => 1));
});

it('refuses another number of people than was seen, strangers, and changes of what was sent', async () => {
  const [person] = await all.persons(1);
  const stranger = await all.person({ tenant: 'data' });
  const id = await all.create(mail);
  const params = { id };
  const expected = 5;
  const call = (ids: string[]) => all.admin.call(sendBroadcast, { params, body: { ids, expected } });
  expect(await call([person!.id])).toMatchObject({ status: 409, problem: { errors: [{ path: 'expected' }] } });
  expect(await call([stranger.id])).toMatchObject({ status: 400, problem: { errors: [{ path: 'ids' }] } });
  expect(await all.deliveries(id)).toEqual([]);
  await all.send(id, [person!.id]);
  const body = { name: 'Lain', ...mail };
  expect((await all.admin.call(broadcasts.update, { params, body })).status).toBe(409);
  expect((await all.admin.call(broadcasts.remove, { params })).status).toBe(409);
  expect((await (await all.test.as('admin', 'data')).call(listBroadcastDeliveries, { params })).status).toBe(404);
  expect((await (await all.test.as('customer-service')).call(broadcasts.list, {})).status).toBe(403);
  await all.work();
});

it('sends to all that match a filter, members alone', async () => {
  const [one, other] = await all.persons(2);
  const search = one!.email;
  const id = await all.create(mail);
  const { body } = await all.admin.call(previewBroadcast, { params: { id }, query: { search }, body: { ids: null } });
  expect(body.total).toBeGreaterThan(0);
  const sent = await all.admin.call(sendBroadcast, {
    params: { id },
    query: { search },
    body: { ids: null, expected: body.total },
  });
  expect(sent.status).toBe(200);
  await all.work();
  expect(await statesOf(id)).toMatchObject({ [one!.id]: 'sent' });
  expect(await statesOf(id)).not.toHaveProperty(other!.id);
  const read = async () => (await all.admin.call(broadcasts.get, { params: { id } })).body.segments;
  const segments = [new URLSearchParams({ search }).toString()];
  expect(await read()).toEqual(segments);
  await all.send(id, [other!.id]);
  expect(await read()).toEqual(segments);
  await all.work();
});

it('the team records consent, and the trail keeps who did', async () => {
  const person = await all.person({ consent: null });
  const service = await all.test.as('customer-service');
  const params = { id: person.id };
  const { body } = await service.call(setConsent, {
    params,
    body: { channel: 'whatsapp', state: 'agreed', note: 'Di telepon' },
  });
  expect(body.consents).toMatchObject([
    { channel: 'mail', state: 'unknown', at: null },
    { channel: 'whatsapp', state: 'agreed', source: 'staff', note: 'Di telepon' },
  ]);
  expect(
    await all.test.sql(
      `select actor_name from audit where table_name = 'marketing_consent' and record_id like $1 || '%'`,
      [person.id],
    ),
  ).toEqual([{ actor_name: 'Tester customer-service' }]);
});
