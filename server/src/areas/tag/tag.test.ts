/** Tests tags: unique names, colours, the people who carry them, and who may do what. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { tags } from '#contract/tag/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { tagRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([tagRoutes]);
  admin = await test.as('admin');
});
beforeEach(() => test.sql('delete from tag'));
afterAll(() => test.close());

const create = (name: string, colour?: 'red') => admin.call(tags.create, { body: { name, ...(colour && { colour }) } });
const aTag = async (name: string, colour?: 'red') => (await create(name, colour)).body.tagId;
const aMember = () => addRecord(test.sql, 'user', 'coding', { role: 'member' });
const { assign, unassign, inputOf } = assignments.tagUsers;

describe('a tag', () => {
  it('has a colour of the badges, grey by default, and a name that no other has', async () => {
    const id = await aTag('VIP', 'red');
    expect((await admin.call(tags.get, { params: { id } })).body).toMatchObject({ colour: 'red', totalUsers: 0 });
    expect(await create('vip')).toMatchObject({ status: 409, body: { errors: [{ path: 'name' }] } });
    await aTag('Alumni');
    const { body } = await admin.call(tags.list, { query: {} });
    expect(body.tags.map(({ name, colour }) => [name, colour])).toEqual([
      ['Alumni', 'grey'],
      ['VIP', 'red'],
    ]);
  });

  it('counts the members who carry it, refuses staff, and is deleted from all of them', async () => {
    const [id, one, other] = [await aTag('VIP'), await aMember(), await aMember()];
    expect((await admin.call(assign, inputOf(id, [one, other]))).body).toEqual({ changed: 2 });
    expect((await admin.call(assign, inputOf(id, [one]))).body).toEqual({ changed: 0 });
    expect((await admin.call(assign, inputOf(id, [admin.userId]))).status).toBe(400);
    expect((await admin.call(unassign, inputOf(id, [other]))).body).toEqual({ changed: 1 });
    await aTag('Alumni');
    const { body } = await admin.call(tags.list, { query: { sort: '-totalUsers' } });
    expect(body.tags.map(({ name, totalUsers }) => [name, totalUsers])).toEqual([
      ['VIP', 1],
      ['Alumni', 0],
    ]);
    expect((await admin.call(tags.remove, { params: { id } })).status).toBe(200);
    expect(await test.sql('select 1 from tag_user where user_id = $1', [one])).toEqual([]);
  });

  it('is listed for customer service, and changed by admins only', async () => {
    const id = await aTag('VIP');
    const service = await test.as('customer-service');
    expect((await service.call(tags.list, { query: {} })).body.totalItems).toBe(1);
    expect((await service.call(tags.create, { body: { name: 'Lain' } })).status).toBe(403);
    expect((await service.call(assign, inputOf(id, [await aMember()]))).status).toBe(403);
    expect((await (await test.as('instructor')).call(tags.list, { query: {} })).status).toBe(403);
    expect((await (await test.as('admin', 'cyber')).call(tags.get, { params: { id } })).status).toBe(404);
  });
});
