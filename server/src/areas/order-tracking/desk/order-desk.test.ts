/** Tests the order desk: claims and their races, handing over, queues, the timeline, brands and roles. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as desk from '#contract/order-tracking/desk.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { orderDeskRoutes } from './routes.ts';
import { storeDocument } from './testing/stored-document.ts';

let test: TestApp;
let admin: TestCaller;
let service: TestCaller;
beforeAll(async () => {
  test = await testAppOf([orderDeskRoutes]);
  [admin, service] = [await test.as('admin'), await test.as('customer-service')];
});
beforeEach(async () => {
  for (const table of ['desk_order', 'chase_document', 'tracking_document']) await test.sql(`delete from ${table}`);
  for (const id of ['D1', 'A', 'late', 'later', 'none', 'coming', 'fresh', 'one', 'last'])
    await storeDocument(test.sql, id, contents);
});
afterAll(() => test.close());

const contents = {
  status: 'unpaid',
  orderedAt: '2026-11-01T03:00:00.000Z',
  userEmail: 'siti@demo.test',
  servicePhone: '+62811',
} as const;
const of = (id: string) => ({ params: { id }, body: {} });
const setTo = (id: string, status: OrderStatus) => storeDocument(test.sql, id, { ...contents, status });
const work = (who: TestCaller, id: string, body: desk.DeskWork, ifMatch?: number) =>
  who.call(
    desk.workOrder,
    { params: { id }, body },
    ifMatch === undefined ? {} : { headers: { 'if-match': `"${ifMatch}"` } },
  );
const claim = (who: TestCaller, id = 'D1') => work(who, id, { claim: true });
const states = async (who: TestCaller, ids: string) => (await who.call(desk.readDesk, { query: { ids } })).body.orders;
const counts = async (who: TestCaller) => (await who.call(desk.countDesk, {})).body;
const eventsOf = async (id = 'D1') =>
  (await service.call(desk.readStory, { params: { id }, query: {} })).body.events.map(({ kind, by, to }) => [
    kind,
    by?.name,
    to?.name ?? null,
  ]);
const people = { admin: 'Tester admin', service: 'Tester customer-service' };

it('reads the orders of the largest page and as many that stay on it', async () => {
  await claim(service, 'last');
  const ids = Array.from({ length: 199 }, (_, n) => `order${String(n).padStart(15, '0')}`);
  expect(await states(service, [...ids, 'last'].join('/'))).toMatchObject([{ documentId: 'last' }]);
});

describe('a claim', () => {
  it('succeeds for one of two concurrent users; the other gets 409 with the holder’s name', async () => {
    const answers = await Promise.all([claim(admin), claim(service), claim(admin), claim(service)]);
    const holder = (await states(admin, 'D1'))[0]?.claimedBy;
    const isAdmins = holder?.userId === admin.userId;
    expect(holder?.name).toBe(isAdmins ? people.admin : people.service);
    expect(answers.map(({ status }) => status)).toEqual(isAdmins ? [200, 409, 200, 409] : [409, 200, 409, 200]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ message: `${holder?.name} has this order` });
    expect(await eventsOf()).toHaveLength(1);
  });

  it('returns 409 if the stored document is settled, whatever the caller sends', async () => {
    await setTo('D1', 'paid');
    expect(await work(service, 'D1', { claim: true, snapshot: contents } as never)).toMatchObject({
      status: 409,
      body: { message: 'This order is settled (Lunas): nobody has to follow it up' },
    });
    await setTo('D1', 'unpaid');
    expect((await claim(service)).status).toBe(200);
  });

  it('is recorded in the audit trail', async () => {
    await claim(service);
    const entries = await test.sql(
      `select action, actor_name, after ->> 'claimed_by' as holder from audit where table_name = 'desk_order'
        and record_id = 'D1' order by id desc limit 1`,
    );
    expect(entries).toEqual([{ action: 'update', actor_name: people.service, holder: service.userId }]);
  });

  it('is invisible to another brand, which can claim the same document id', async () => {
    await claim(service);
    const stranger = await test.as('admin', 'cyber');
    await storeDocument(test.sql, 'D1', contents, 'cyber');
    expect(await states(stranger, 'D1')).toEqual([]);
    expect((await stranger.call(desk.readStory, { params: { id: 'D1' }, query: {} })).body.events).toEqual([]);
    expect((await claim(stranger)).body.claimedBy?.userId).toBe(stranger.userId);
    expect((await states(service, 'D1'))[0]?.claimedBy?.userId).toBe(service.userId);
  });
});

describe('a claimed order', () => {
  const release = (who: TestCaller, ifMatch?: number) => work(who, 'D1', { holder: null }, ifMatch);
  const handOver = (who: TestCaller, holder: string) => work(who, 'D1', { holder });

  it('can be released and handed over only by its holder or an admin', async () => {
    await claim(admin);
    const refusal = { status: 403, body: { message: expect.stringContaining(`${people.admin} has this order`) } };
    expect(await release(service)).toMatchObject(refusal);
    expect(await handOver(service, service.userId)).toMatchObject(refusal);
    expect((await handOver(admin, service.userId)).body.claimedBy?.name).toBe(people.service);
    expect((await handOver(service, admin.userId)).body.claimedBy?.name).toBe(people.admin);
    expect((await release(admin)).body.claimedBy).toBeNull();
    expect(await eventsOf()).toEqual([
      ['release', people.admin, null],
      ['hand-over', people.service, people.admin],
      ['hand-over', people.admin, people.service],
      ['claim', people.admin, null],
    ]);
    await claim(service);
    expect((await release(admin)).body.claimedBy).toBeNull();
    await claim(service);
    expect((await handOver(admin, admin.userId)).body.claimedBy?.name).toBe(people.admin);
  });

  it('cannot be handed over to a user without access to the desk or of another brand', async () => {
    const member = await addUser(test.sql, 'coding', { name: 'Murid' });
    const stranger = await addUser(test.sql, 'cyber', { role: 'admin' });
    await claim(service);
    expect(await handOver(service, member)).toMatchObject({
      status: 400,
      body: { message: 'Murid may not work on tracked orders' },
    });
    expect(await handOver(service, stranger)).toMatchObject({
      status: 400,
      body: { message: 'There is no such user' },
    });
    const { people: may } = (await service.call(desk.listDeskPeople, {})).body;
    expect(may.map(({ name }) => name)).toEqual(expect.arrayContaining([people.admin, people.service]));
    expect(may.map(({ userId }) => userId)).not.toContain(member);
    expect((await states(service, 'D1'))[0]?.claimedBy?.userId).toBe(service.userId);
  });

  it('returns 412 for a release with an earlier version', async () => {
    const { version } = (await claim(service)).body;
    await work(service, 'D1', { note: 'Minta cicilan' });
    expect(await release(service, version)).toMatchObject({ status: 412, body: { conflict: { by: people.service } } });
    expect((await states(service, 'D1'))[0]?.claimedBy?.userId).toBe(service.userId);
    expect((await release(service, version + 1)).status).toBe(200);
  });
});

describe('the queues', () => {
  const queue = async (who: TestCaller, query: Parameters<typeof listed>[1]) =>
    (await listed(who, query)).body.orders.map(({ documentId }) => documentId);
  const listed = (
    who: TestCaller,
    query: { queue: (typeof desk.deskQueues)[number]; email?: string; since?: string; pageSize?: number },
  ) => who.call(desk.listDesk, { query });
  const followUp = (id: string, followUpAt: string | null) => work(service, id, { followUpAt });
  const contact = (id: string) => work(service, id, { contact: { templateId: null } });

  it('are sorted and counted, and exclude settled orders', async () => {
    await claim(admin, 'A');
    for (const id of ['late', 'later', 'none', 'coming']) await claim(service, id);
    await followUp('later', '2026-11-02T00:00:00Z');
    await followUp('late', '2026-11-01T00:00:00Z');
    await followUp('coming', '2096-01-01T00:00:00Z');
    expect(await queue(service, { queue: 'mine' })).toEqual(['late', 'later', 'coming', 'none']);
    expect(await queue(admin, { queue: 'mine' })).toEqual(['A']);
    expect(await queue(admin, { queue: 'overdue' })).toEqual(['late', 'later']);
    await contact('none');
    await contact('fresh');
    expect(await queue(admin, { queue: 'contacted' })).toEqual(['none', 'fresh']);
    expect(await counts(service)).toMatchObject({ mine: 5, overdue: 2, contacted: 2, claimed: 6 });
    await setTo('late', 'paid');
    await service.call(desk.noteStatus, of('late'));
    await setTo('none', 'cancelled');
    await service.call(desk.seeOrder, of('none'));
    expect(await counts(service)).toMatchObject({ mine: 3, overdue: 1, contacted: 1, claimed: 4 });
    expect(await queue(service, { queue: 'mine' })).toEqual(['later', 'coming', 'fresh']);
  });

  it('are filtered by the documents’ fields; the list of claimed orders contains only unpaid ones', async () => {
    await claim(service, 'one');
    const other = { ...contents, userEmail: 'budi@demo.test', orderedAt: '2026-11-20T00:00:00.000Z' };
    await storeDocument(test.sql, 'two', other);
    await claim(service, 'two');
    expect(await queue(service, { queue: 'mine', email: 'budi@demo.test' })).toEqual(['two']);
    expect(await queue(service, { queue: 'mine', since: '2026-11-10T00:00:00Z' })).toEqual(['two']);
    const claimed = async (query: object) => (await admin.call(desk.listClaimed, { query })).body.claimed;
    expect(await claimed({ handledBy: '+62811', since: '2026-11-10T00:00:00Z' })).toEqual([
      { documentId: 'two', orderedAt: other.orderedAt },
    ]);
    await setTo('two', 'pending');
    await service.call(desk.noteStatus, of('two'));
    expect((await claimed({})).map(({ documentId }) => documentId)).toEqual(['one']);
  });
});

describe('the timeline', () => {
  it('lists contacts, notes and statuses; a contact sets its template’s follow-up', async () => {
    const [template] = await test.sql(`insert into desk_template (tenant, name, status, body, follow_up_hours)
      values ('coding', 'Tes', 'unpaid', 'Halo', 48) returning id`);
    const before = Date.now();
    const { body } = await work(service, 'D1', { contact: { templateId: String(template?.['id']) } });
    expect(body).toMatchObject({ contactedCount: 1, lastTemplate: 'Tes', claimedBy: { name: people.service } });
    expect(Date.parse(body.followUpAt ?? '') - before).toBeGreaterThanOrEqual(48 * 3_600_000 - 1000);
    await work(admin, 'D1', { contact: { templateId: null } });
    await work(service, 'D1', { note: ' Minta cicilan ' });
    await setTo('D1', 'pending');
    await service.call(desk.noteStatus, of('D1'));
    // The same status once more is no event.
    await admin.call(desk.noteStatus, of('D1'));
    const [state] = await states(service, 'none/D1');
    // Contacting the buyer of another user's order does not claim it.
    expect(state).toMatchObject({ contactedCount: 2, note: 'Minta cicilan', status: 'pending' });
    expect(state?.claimedBy?.userId).toBe(service.userId);
    const { events } = (await admin.call(desk.readStory, { params: { id: 'D1' }, query: {} })).body;
    expect(events).toMatchObject([
      { kind: 'status', by: { name: people.service }, status: 'pending' },
      { kind: 'note', by: { name: people.service }, note: 'Minta cicilan' },
      { kind: 'contact', by: { name: people.admin }, templateName: null },
      { kind: 'contact', by: { name: people.service }, templateName: 'Tes' },
    ]);
  });

  it('contains a status once, however many events follow it', async () => {
    await setTo('D1', 'pending');
    await service.call(desk.noteStatus, of('D1'));
    await test.sql(
      `insert into desk_event (tenant, order_id, user_id, kind, note)
        select 'coding', 'D1', $1, 'note', 'Catatan' from generate_series(1, 100)`,
      [service.userId],
    );
    await service.call(desk.noteStatus, of('D1'));
    expect(await test.sql(`select from desk_event where order_id = 'D1' and kind = 'status'`)).toHaveLength(1);
  });

  it('returns 400 for an unknown template, a blank note or an invalid id, and stores nothing', async () => {
    const templateId = '01890000-0000-7000-8000-000000000001';
    expect((await work(service, 'D1', { contact: { templateId }, note: 'Catatan' })).status).toBe(400);
    expect(await work(service, 'D1', { claim: true, note: '  ' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'note', message: 'Write something' }] },
    });
    for (const id of ['a/b', '__id7__', 'x'.repeat(151)])
      expect([id, (await claim(service, id)).status]).toEqual([id, 400]);
    expect(await test.sql('select id from desk_order')).toEqual([]);
  });
});

describe('an order without a document', () => {
  const actions = {
    claim: (id: string) => claim(service, id),
    'hand over': (id: string) => work(service, id, { holder: service.userId }),
    note: (id: string) => work(service, id, { note: 'Catatan' }),
    'follow up': (id: string) => work(service, id, { followUpAt: null }),
    contact: (id: string) => work(service, id, { contact: { templateId: null } }),
    'record the status of': (id: string) => service.call(desk.noteStatus, of(id)),
    see: (id: string) => service.call(desk.seeOrder, of(id)),
    release: (id: string) => work(service, id, { holder: null }),
  };

  it.each(Object.entries(actions))('returns 404 to %s it, and stores nothing', async (_action, act) => {
    await storeDocument(test.sql, 'of-cyber', contents, 'cyber');
    for (const id of ['invented', 'of-cyber']) expect((await act(id)).status).toBe(404);
    for (const table of ['desk_order', 'desk_event', 'chase_document'])
      expect(await test.sql(`select 1 from ${table}`)).toEqual([]);
  });

  it('is released, and changes nothing, before anybody has worked on it', async () => {
    const released = await actions.release('D1');
    expect([released.status, released.body.claimedBy]).toEqual([200, null]);
    expect((await actions.release('no such document')).status).toBe(404);
  });

  it('is released after its document was deleted', async () => {
    await claim(service);
    await test.sql(`delete from tracking_document where id = 'D1'`);
    expect((await actions.contact('D1')).status).toBe(404);
    expect((await actions.release('D1')).body.claimedBy).toBeNull();
    expect(await eventsOf()).toEqual([
      ['release', people.service, null],
      ['claim', people.service, null],
    ]);
  });
});

it('stores the document’s values, and none that the desk cannot keep', async () => {
  await storeDocument(test.sql, 'D1', {
    status: 'waiting',
    orderedAt: '0001-01-01T00:00:00Z',
    userEmail: 'x'.repeat(301),
  });
  await storeDocument(test.sql, 'A', { orderedAt: '2026-01-02T03:04:05.123456Z', userEmail: 'siti@demo.test' });
  for (const id of ['D1', 'A']) expect((await claim(service, id)).status).toBe(200);
  const rows = await test.sql('select status, ordered_at, user_email from desk_order order by id');
  expect(rows).toEqual([
    { status: 'unpaid', ordered_at: new Date('2026-01-02T03:04:05.123Z'), user_email: 'siti@demo.test' },
    { status: null, ordered_at: null, user_email: '' },
  ]);
});

it.each(['instructor', 'member'] as const)('returns 403 to the role %s', async (role) => {
  const other = await test.as(role);
  expect((await claim(other)).status).toBe(403);
  expect((await other.call(desk.readDesk, { query: { ids: 'D1' } })).status).toBe(403);
  expect((await other.call(desk.countDesk, {})).status).toBe(403);
});
