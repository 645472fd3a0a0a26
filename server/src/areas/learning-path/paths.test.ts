/** Tests learning paths as records: created without a body, changed, published, listed in order, deleted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { getPathOutline } from '#contract/learning-path/outline.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { learningPathRoutes } from './routes.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([learningPathRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const { pathCourses, pathUsers } = assignments;
const create = async (body?: object) => {
  const { status, body: reply } = await admin.call(learningPaths.create, { body });
  expect(status).toBe(201);
  return reply.pathID;
};
const get = async (id: string) => (await admin.call(learningPaths.get, { params: { id } })).body;
const change = (id: string, body: object, ifMatch?: string) =>
  admin.call(learningPaths.update, { params: { id }, body }, ifMatch === undefined ? {} : { ifMatch });
const assign = (id: string, ids: string[]) => admin.call(pathCourses.assign, pathCourses.inputOf(id, ids));
const names = async (query: object) =>
  (await admin.call(learningPaths.list, { query })).body.paths.map(({ name }) => name);

describe('a learning path', () => {
  it('is created without a body: a draft with a placeholder name and otherwise empty', async () => {
    const id = await create();
    expect(await get(id)).toEqual({
      pathID: id,
      name: 'Untitled learning path',
      accessMonths: null,
      slug: expect.stringMatching(/^untitled-learning-path/),
      thumbnail: null,
      category: null,
      description: '',
      price: 0,
      finalPrice: 0,
      type: 'lifetime',
      isDripContent: false,
      dripInterval: null,
      isPublished: false,
      totalCourses: 0,
      totalPublished: 0,
      totalUsers: 0,
      assignedCourses: [],
      removalConflict: null,
      updatedAt: expect.any(String),
      version: 1,
    });
  });

  it('keeps its slug when its name changes, and omitted fields', async () => {
    const id = await create({ name: 'Data dari nol', price: 900_000 });
    expect((await change(id, { name: 'Data sampai mahir' })).status).toBe(200);
    expect(await get(id)).toMatchObject({
      name: 'Data sampai mahir',
      slug: 'data-dari-nol',
      price: 900_000,
      version: 2,
    });
  });

  it('has a drip release only with a valid interval', async () => {
    const id = await create({ name: 'Bertahap' });
    expect(await change(id, { isDripContent: true })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'dripInterval', message: 'Choose how often' }] },
    });
    for (const dripInterval of [1, 7, 30])
      expect((await change(id, { isDripContent: true, dripInterval })).status).toBe(200);
    expect((await change(id, { dripInterval: 14 })).status).toBe(400);
    expect(await get(id)).toMatchObject({ isDripContent: true, dripInterval: 30 });
  });

  it('is published once it has a course', async () => {
    const id = await create({ name: 'Terbit' });
    expect(await change(id, { isPublished: true })).toMatchObject({
      status: 409,
      body: {
        message: 'This learning path needs a course to be published',
        errors: [{ path: 'courses', message: 'Needs a course' }],
      },
    });
    const course = await addRecord(test.sql, 'course', 'coding', { name: 'Isi', type: 1 });
    await assign(id, [course]);
    expect((await change(id, { isPublished: true })).status).toBe(200);
    expect(await get(id)).toMatchObject({
      isPublished: true,
      totalCourses: 1,
      assignedCourses: [{ id: course, name: 'Isi', type: 1, isPublished: false }],
    });
    expect((await admin.call(learningPaths.create, { body: { isPublished: true } })).status).toBe(409);
  });

  it('counts the published courses apart from all its courses', async () => {
    const id = await create({ name: 'Terbuka' });
    const open = await addRecord(test.sql, 'course', 'coding');
    await addRecord(test.sql, 'lesson', 'coding', {
      section_id: await addRecord(test.sql, 'section', 'coding', { course_id: open }),
    });
    await assign(id, [open, await addRecord(test.sql, 'course', 'coding')]);
    expect(await get(id)).toMatchObject({ totalCourses: 2, totalPublished: 0 });
    await test.sql('update course set is_published = true where id = $1', [open]);
    const { body } = await admin.call(learningPaths.list, { query: { search: 'terbuka' } });
    expect([await get(id), ...body.paths]).toMatchObject(Array(2).fill({ totalCourses: 2, totalPublished: 1 }));
  });

  it('has the price after its discount', async () => {
    const id = await create({ name: 'Hemat', price: 500_000 });
    const discount = await addRecord(test.sql, 'discount', 'coding', {
      product_type: 'learning paths',
      discount_type: 2,
      value: 10,
      is_active: true,
    });
    await test.sql(`insert into discount_path (tenant, discount_id, path_id) values ('coding', $1, $2)`, [
      discount,
      id,
    ]);
    expect(await get(id)).toMatchObject({ price: 500_000, finalPrice: 450_000 });
    const { body } = await admin.call(learningPaths.list, { query: { search: 'Hemat' } });
    expect(body.paths).toMatchObject([{ pathID: id, finalPrice: 450_000 }]);
  });

  it('is listed newest first, by name, price or users, by category and publication', async () => {
    const at = (name: string, more: object) => create({ name: `Urut ${name}`, ...more });
    const [b, a] = [
      await at('b', { price: 1, category: 'data' }),
      await at('a', { price: 3 }),
      await at('c', { price: 2 }),
    ];
    const users = [await addRecord(test.sql, 'user', 'coding'), await addRecord(test.sql, 'user', 'coding')];
    for (const user of users) await admin.call(pathUsers.assign, pathUsers.inputOf(b, [user]));
    await admin.call(pathUsers.assign, pathUsers.inputOf(a, users.slice(0, 1)));
    const sorted = (sort: string) => names({ search: 'urut', sort });
    expect(await names({ search: 'urut' })).toEqual(['Urut c', 'Urut a', 'Urut b']);
    expect(await sorted('name')).toEqual(['Urut a', 'Urut b', 'Urut c']);
    expect(await sorted('price')).toEqual(['Urut b', 'Urut c', 'Urut a']);
    expect(await sorted('-totalUsers')).toEqual(['Urut b', 'Urut a', 'Urut c']);
    expect(await names({ search: 'urut', category: 'data' })).toEqual(['Urut b']);
    expect(await names({ search: 'urut', isPublished: 'true' })).toEqual([]);
    expect((await get(b)).totalUsers).toBe(2);
    await admin.call(pathUsers.unassign, pathUsers.inputOf(b, [users[0]!]));
    // Assigning users does not change the path's version.
    expect(await get(b)).toMatchObject({ totalUsers: 1, version: 1 });
  });

  it('is not deleted while a user has it; its courses stay', async () => {
    const id = await create({ name: 'Pergi' });
    const course = await addRecord(test.sql, 'course', 'coding');
    await assign(id, [course]);
    const user = await addRecord(test.sql, 'user', 'coding');
    await admin.call(pathUsers.assign, pathUsers.inputOf(id, [user]));
    const remove = () => admin.call(learningPaths.remove, { params: { id } });
    const message = '1 user is assigned to this learning path; unassign them first';
    expect((await get(id)).removalConflict).toBe(message);
    expect(await remove()).toMatchObject({ status: 409, body: { message } });
    await admin.call(pathUsers.unassign, pathUsers.inputOf(id, [user]));
    expect((await remove()).status).toBe(200);
    expect((await admin.call(learningPaths.get, { params: { id } })).status).toBe(404);
    expect(await test.sql('select 1 from course where id = $1', [course])).toHaveLength(1);
  });

  it('lists what its courses teach, in the order of both', async () => {
    const id = await create({ name: 'Isinya' });
    const [first, second] = [
      await addRecord(test.sql, 'course', 'coding', { name: 'Dasar' }),
      await addRecord(test.sql, 'course', 'coding', { name: 'Lanjut' }),
    ];
    for (const [name, position] of [
      ['Dua', 2048],
      ['Satu', 1024],
    ] as const)
      await addRecord(test.sql, 'section', 'coding', { course_id: second, name, position });
    await assign(id, [second, first]);
    const { body } = await admin.call(getPathOutline, { params: { id } });
    expect(body.courses.map(({ name, sections }) => [name, sections.map((section) => section.name)])).toEqual([
      ['Lanjut', ['Satu', 'Dua']],
      ['Dasar', []],
    ]);
  });
});
