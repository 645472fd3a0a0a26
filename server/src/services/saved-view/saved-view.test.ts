/** Tests saved views: ownership, visibility, permission to change and delete, and limits. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '#contract/kernel/endpoint.ts';
import {
  createSavedView,
  deleteSavedView,
  listPinnedViews,
  listSavedViews,
  maxViews,
  pinSavedView,
  restoreSavedView,
  updateSavedView,
} from '#contract/kernel/saved-view.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { savedViewRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
let service: TestCaller;
let instructor: TestCaller;
beforeAll(async () => {
  test = await testAppOf([savedViewRoutes]);
  [admin, service, instructor] = (await Promise.all(
    (['admin', 'customer-service', 'instructor'] as const satisfies Role[]).map((role) => test.as(role)),
  )) as [TestCaller, TestCaller, TestCaller];
});
beforeEach(() => test.sql('delete from saved_view'));
afterAll(() => test.close());

const draft = { list: '/user', name: 'Belum bayar', isShared: false, query: 'sort=joined&hidden=Phone' } as const;
type Draft = Parameters<typeof add>[1];
const add = (who: TestCaller, fields: { list?: '/user' | '/discount'; name?: string; isShared?: boolean } = {}) =>
  who.call(createSavedView, { body: { ...draft, ...fields } });
const made = async (who: TestCaller, fields: Draft = {}) => {
  const { status, body } = await add(who, fields);
  expect(status).toBe(201);
  return { params: { id: body.viewId } };
};
const seenBy = async (who: TestCaller, list: '/user' | '/discount' = '/user') => {
  const { status, body } = await who.call(listSavedViews, { query: { list } });
  expect(status).toBe(200);
  return body.views;
};
const namesSeenBy = async (who: TestCaller, list?: '/user' | '/discount') =>
  (await seenBy(who, list)).map(({ name }) => name);
const change = (name: string, isShared = false) => ({ name, isShared, query: 'sort=name' });

describe('a saved view', () => {
  it('can be of the campaigns, whose shared ones only admins see', async () => {
    const { body, status } = await admin.call(createSavedView, {
      body: { ...draft, list: '/campaign', isShared: true, query: 'status=scheduled' },
    });
    expect(status).toBe(201);
    const seen = async (who: TestCaller) =>
      (await who.call(listSavedViews, { query: { list: '/campaign' } })).body.views.map(({ viewId }) => viewId);
    expect([await seen(admin), await seen(service)]).toEqual([[body.viewId], []]);
  });

  it('is visible only to its owner, in its list and brand, until it is shared', async () => {
    const own = await made(service);
    await made(service, { name: 'Dari tim', isShared: true });
    expect(await seenBy(service)).toMatchObject([
      {
        name: draft.name,
        query: draft.query,
        isShared: false,
        viewId: own.params.id,
        ownerName: 'Tester customer-service',
        version: 1,
      },
      { name: 'Dari tim', isShared: true },
    ]);
    expect(await namesSeenBy(admin)).toEqual(['Dari tim']);
    expect(await namesSeenBy(admin, '/discount')).toEqual([]);
    expect(await namesSeenBy(await test.as('superadmin', 'cyber'))).toEqual([]);
    await service.call(updateSavedView, { ...own, body: change('Sekarang tim', true) });
    expect(await namesSeenBy(admin)).toEqual(['Sekarang tim', 'Dari tim']);
  });

  it('is visible only to roles that can open its list, and to its owner', async () => {
    await made(admin, { list: '/discount', isShared: true });
    expect(await namesSeenBy(service, '/discount')).toEqual([]);
    await made(service, { list: '/discount', name: 'Milik sendiri', isShared: true });
    expect(await namesSeenBy(service, '/discount')).toEqual(['Milik sendiri']);
    expect(await namesSeenBy(instructor)).toEqual([]);
  });

  it('that is private is not found by others: for changing, deleting or restoring', async () => {
    const own = await made(service);
    const superadmin = await test.as('superadmin');
    const gone = await made(service, { name: 'Dihapus' });
    await service.call(deleteSavedView, gone);
    for (const who of [admin, superadmin, await test.as('superadmin', 'cyber')]) {
      const answers = [
        await who.call(updateSavedView, { ...own, body: change('Diambil') }, { ifMatch: '"v9"' }),
        await who.call(deleteSavedView, own),
        await who.call(restoreSavedView, own),
        await who.call(restoreSavedView, gone),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    expect(await namesSeenBy(service)).toEqual([draft.name]);
  });

  it('that is shared is changed by its owner and by admins', async () => {
    const shared = await made(service, { isShared: true });
    const other = await made(admin, { name: 'Punya admin', isShared: true });
    expect(await admin.call(updateSavedView, { ...shared, body: change('Oleh admin', true) })).toMatchObject({
      status: 200,
      body: { version: 2 },
    });
    expect(await service.call(updateSavedView, { ...other, body: change('Oleh orang lain', true) })).toMatchObject({
      status: 403,
      body: { message: 'Only Tester admin and admins may change this view' },
    });
    expect((await service.call(deleteSavedView, other)).status).toBe(403);
    expect(await seenBy(service)).toMatchObject([
      { name: 'Oleh admin', ownerId: service.userId },
      { name: 'Punya admin', ownerId: admin.userId },
    ]);
  });

  it('is changed only with the current version', async () => {
    const own = await made(admin);
    const update = (name: string, ifMatch: string) =>
      admin.call(updateSavedView, { ...own, body: change(name) }, { ifMatch });
    expect((await update('Pertama', '"v1"')).headers['etag']).toBe('"v2"');
    expect(await update('Kedua', '"v1"')).toMatchObject({
      status: 412,
      body: { conflict: { by: 'Tester admin', version: 2 } },
    });
    expect((await admin.call(deleteSavedView, own, { ifMatch: '"v1"' })).status).toBe(412);
    expect(await namesSeenBy(admin)).toEqual(['Pertama']);
  });

  it('keeps fields that a change omits', async () => {
    const own = await made(service, { isShared: true });
    await service.call(updateSavedView, { ...own, body: { name: 'Nama lain' } });
    await service.call(updateSavedView, { ...own, body: { query: 'sort=-name' } });
    expect(await service.call(updateSavedView, { ...own, body: {} })).toMatchObject({ body: { version: 3 } });
    expect(await seenBy(service)).toMatchObject([{ name: 'Nama lain', query: 'sort=-name', isShared: true }]);
  });

  it('has a unique name per owner and list', async () => {
    const own = await made(service);
    const taken = { status: 409, body: { errors: [{ path: 'name', message: 'Another one has this name already' }] } };
    expect(await add(service, { name: 'BELUM BAYAR' })).toMatchObject(taken);
    await made(service, { list: '/discount' });
    await made(admin);
    const other = await made(service, { name: 'Lain' });
    expect(await service.call(updateSavedView, { ...other, body: change('Belum bayar') })).toMatchObject(taken);
    expect((await service.call(updateSavedView, { ...own, body: change('BELUM bayar') })).status).toBe(200);
  });
});

describe('a deleted view', () => {
  it('is restored with its id, owner, version and position', async () => {
    const first = await made(service, { isShared: true });
    await made(service, { name: 'Kedua', isShared: true });
    await service.call(updateSavedView, { ...first, body: change('Diubah', true) });
    const before = await seenBy(service);
    await admin.call(deleteSavedView, first);
    expect(await namesSeenBy(service)).toEqual(['Kedua']);
    expect(await admin.call(restoreSavedView, first)).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await seenBy(service)).toEqual(before);
    expect((await admin.call(restoreSavedView, first)).status).toBe(200);
    expect(await seenBy(service)).toEqual(before);
  });

  it('is not restored beside another with its name', async () => {
    const own = await made(admin);
    await admin.call(deleteSavedView, own);
    await made(admin);
    expect((await admin.call(restoreSavedView, own)).status).toBe(409);
  });
});

describe('a pinned view', () => {
  const pin = async (who: TestCaller, view: { params: { id: string } }, isPinned = true) =>
    (await who.call(pinSavedView, { ...view, body: { isPinned } })).status;
  const pinnedBy = async (who: TestCaller) => (await who.call(listPinnedViews, {})).body.views;

  it('is pinned for the caller only, once, with its list and query, until it is unpinned', async () => {
    const shared = await made(service, { isShared: true });
    expect([await pin(admin, shared), await pin(admin, shared)]).toEqual([200, 200]);
    const { list, name, query } = draft;
    expect(await pinnedBy(admin)).toEqual([{ viewId: shared.params.id, list, name, query }]);
    expect(await pinnedBy(service)).toEqual([]);
    expect([await pin(admin, shared, false), await pin(admin, shared, false)]).toEqual([200, 200]);
    expect(await pinnedBy(admin)).toEqual([]);
  });

  it('is one that the caller may see: others are not found, also in another brand', async () => {
    const secret = await made(service);
    const discount = await made(admin, { list: '/discount', isShared: true });
    expect(await pin(admin, secret)).toBe(404);
    expect(await pin(service, discount)).toBe(404);
    expect(await pin(await test.as('superadmin', 'cyber'), discount)).toBe(404);
    expect(await test.sql('select 1 from saved_view_pin')).toEqual([]);
  });

  it('is not listed while it is private to another user, or its list is closed to the role', async () => {
    const shared = await made(service, { isShared: true });
    const closed = await made(service, { list: '/discount', name: 'Milik sendiri' });
    expect([await pin(admin, shared), await pin(service, closed)]).toEqual([200, 200]);
    await service.call(updateSavedView, { ...shared, body: { isShared: false } });
    expect(await pinnedBy(admin)).toEqual([]);
    expect(await pinnedBy(service)).toEqual([]);
  });

  it('is unpinned for everybody when it is deleted', async () => {
    const shared = await made(service, { isShared: true });
    await pin(admin, shared);
    await service.call(deleteSavedView, shared);
    expect(await pinnedBy(admin)).toEqual([]);
    expect(await test.sql('select 1 from saved_view_pin')).toEqual([]);
  });
});

describe('a list', () => {
  const waiters = async () =>
    (await test.sql(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
      .length;
  const fill = (who: TestCaller, isShared: boolean, count: number) =>
    test.sql(
      `insert into saved_view (tenant, user_id, list, name, query, is_shared)
        select 'coding', $1, '/user', 'Tampilan ' || n, '', $2 from generate_series(1, $3) n`,
      [who.userId, isShared, count],
    );

  it('accepts a user’s last allowed view once, under concurrency', { tags: ['system'] }, async () => {
    await fill(service, false, maxViews - 1);
    // Blocks the calls until several are waiting.
    const owner = new pg.Client(test.ownerUrl);
    await owner.connect();
    await owner.query('begin; lock table saved_view in exclusive mode');
    const adding = Promise.all(Array.from({ length: 8 }, (_, n) => add(service, { name: `Terakhir ${n}` })));
    await expect.poll(waiters).toBeGreaterThan(3);
    await owner.query('commit');
    await owner.end();
    const answers = await adding;
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect(await seenBy(service)).toHaveLength(maxViews);
    await made(admin);
  });

  it('accepts no shared view beyond its limit, nor one by sharing or restoring', async () => {
    await fill(admin, true, maxViews - 1);
    const gone = await made(service, { isShared: true });
    await service.call(deleteSavedView, gone);
    const own = await made(service, { name: 'Sendiri' });
    await made(service, { name: 'Terakhir', isShared: true });
    const full = { status: 409, body: { errors: [{ path: 'isShared' }] } };
    expect(await add(service, { name: 'Satu lagi', isShared: true })).toMatchObject(full);
    expect(await service.call(updateSavedView, { ...own, body: change('Sendiri', true) })).toMatchObject(full);
    expect(await service.call(restoreSavedView, gone)).toMatchObject(full);
    expect((await service.call(updateSavedView, { ...own, body: change('Tetap sendiri') })).status).toBe(200);
  });
});
