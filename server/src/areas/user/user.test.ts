import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import * as user from '#contract/user.ts';
import { type TestApp, type TestCaller, testApp } from '../../testing/app.ts';

let test: TestApp;
let admin: TestCaller;
let budi: string;

const addUser = async (name: string, email: string, tenant = 'coding') => {
  const [row] = await test.sql(
    `insert into "user" (tenant, email, name, password_hash, role) values ($1, $2, $3, 'none', 'member') returning id`,
    [tenant, email, name],
  );
  return String(row?.['id']);
};
const addCourse = async (name: string, tenant = 'coding') => {
  const [row] = await test.sql('insert into course (tenant, type, name, slug) values ($1, 0, $2, $2) returning id', [
    tenant,
    name,
  ]);
  return String(row?.['id']);
};

beforeAll(async () => {
  test = await testApp();
  admin = await test.as('admin');
  budi = await addUser('Budi Santoso', 'budi@example.com');
  await addUser('ayu Lestari', 'ayu@example.com');
  await addUser('Citra 100%_Dewi', 'citra@example.com');
  await addUser('Budi of another brand', 'budi@example.com', 'cyber');
});
afterAll(() => test.close());

const names = async (query: object) =>
  (await admin.call(user.listUsers, { query: { pageSize: 100, ...query } })).body.users.map((row) => row.name);

describe('the list of users', () => {
  it('sorts by name without case, both ways', async () => {
    const rising = await names({ sort: 'name' });
    expect(rising).toEqual(rising.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(await names({ sort: '-name' })).toEqual(rising.toReversed());
  });

  it('finds a part of a name or e-mail and takes % and _ as they are', async () => {
    expect(await names({ search: 'SANTO' })).toEqual(['Budi Santoso']);
    expect(await names({ search: 'ayu@exa' })).toEqual(['ayu Lestari']);
    expect(await names({ search: '100%_d' })).toEqual(['Citra 100%_Dewi']);
    expect(await names({ search: '%' })).toEqual(['Citra 100%_Dewi']);
  });

  it('counts this tenant alone, also on a page beyond the end', async () => {
    const { body } = await admin.call(user.listUsers, { query: { page: 900 } });
    const [counted] = await test.sql(`select count(*)::int as n from "user" where tenant = 'coding'`);
    expect(body).toMatchObject({ totalItems: counted?.['n'], page: 900, pageSize: 5, users: [] });
  });

  it('puts those without a course first under Empty Class', async () => {
    const course = await addCourse('kelas-satu');
    await admin.call(user.assignCourseToUser, { params: { id: course }, body: { userId: budi } });
    expect((await names({ sort: 'empty' })).at(-1)).toBe('Budi Santoso');
  });

  it('refuses a page or limit that is none, saying which', async () => {
    const { status, body } = await admin.call(user.listUsers, { query: { page: 0, pageSize: -1 } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: 'A page must be positive',
      errors: [
        { path: 'page', message: 'A page must be positive' },
        { path: 'pageSize', message: 'A limit must be positive' },
      ],
    });
  });
});

describe('a profile', () => {
  it('shows the user with the first courses, and not another tenant’s', async () => {
    const own = await admin.call(user.getUserProfile, { params: { id: budi } });
    expect(own.body).toMatchObject({ name: 'Budi Santoso', courses: { page: 1, pageSize: 100 } });
    expect(own.headers['etag']).toBe(`"v${own.body.version}"`);
    const elsewhere = await (await test.as('admin', 'cyber')).call(user.getUserProfile, { params: { id: budi } });
    expect(elsewhere.status).toBe(404);
  });

  it('takes a new name, raises the version and leaves a trail without the rest of the record', async () => {
    const before = await admin.call(user.getUserProfile, { params: { id: budi } });
    const changed = await admin.call(
      user.changeUserName,
      { params: { id: budi }, body: { name: 'Budi Hartono' } },
      { ifMatch: `"v${before.body.version}"` },
    );
    expect(changed.body).toEqual({ id: budi, name: 'Budi Hartono', version: before.body.version + 1 });
    const trail = await admin.call(listAudit, { query: { entity: 'user', entityId: budi } });
    expect(trail.body.entries[0]).toMatchObject({
      actorId: admin.userId,
      actorName: 'Tester admin',
      action: 'update',
      before: { name: 'Budi Santoso' },
      after: { name: 'Budi Hartono' },
    });
  });

  it('refuses a stale change with who was first, and changes nothing', async () => {
    const stale = await admin.call(
      user.changeUserName,
      { params: { id: budi }, body: { name: 'Too late' } },
      { ifMatch: '"v1"' },
    );
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ status: 412, conflict: { by: 'Tester admin', version: 2 } });
    expect((await admin.call(user.getUserProfile, { params: { id: budi } })).body.name).toBe('Budi Hartono');
  });

  it('takes a picture and gives it up again, and nothing that is the address of none', async () => {
    const id = await addUser('Gita Foto', 'gita@example.com');
    const change = (image: string | null, ifMatch?: string) =>
      admin.call(user.changeUserPicture, { params: { id }, body: { image } }, ifMatch ? { ifMatch } : {});
    expect(await change('/files/coding/user/a.png')).toMatchObject({
      status: 200,
      body: { image: '/files/coding/user/a.png', version: 2 },
    });
    expect((await change(null, '"v1"')).status).toBe(412);
    expect((await change('javascript:alert(1)')).status).toBe(400);
    expect((await admin.call(user.getUserProfile, { params: { id } })).body.image).toBe('/files/coding/user/a.png');
    expect(await change(null, '"v2"')).toMatchObject({ status: 200, body: { image: null } });
  });

  it('takes a password that is strong enough, hides it from the trail, and ends the user’s sessions', async () => {
    const weak = await admin.call(user.changeUserPassword, { params: { id: budi }, body: { password: 'Password123' } });
    expect(weak.body).toMatchObject({
      status: 400,
      errors: [{ path: 'password', message: 'This password is too common' }],
    });
    await test.sql(
      `insert into refresh_token (tenant, token_hash, family_id, user_id, expires_at) values ('coding', '\\x01', gen_random_uuid(), $1, now() + interval '1 day')`,
      [budi],
    );
    const { status } = await admin.call(user.changeUserPassword, {
      params: { id: budi },
      body: { password: 'kuda-terbang-9' },
    });
    expect(status).toBe(200);
    expect(await test.sql('select 1 from refresh_token where user_id = $1', [budi])).toEqual([]);
    const trail = await admin.call(listAudit, { query: { entity: 'user', entityId: budi } });
    expect(JSON.stringify(trail.body.entries[0])).not.toContain('argon2');
    expect(trail.body.entries[0]?.after).toEqual({ password_hash: '•••••' });
  });
});

describe('the password of a superadmin', () => {
  it('is changed by a superadmin alone, or an admin could become one', async () => {
    const superadmin = await test.as('superadmin');
    const change = { params: { id: superadmin.userId }, body: { password: 'kuda-terbang-9' } };
    expect((await admin.call(user.changeUserPassword, change)).status).toBe(403);
    expect(await test.sql('select password_hash from "user" where id = $1', [superadmin.userId])).toEqual([
      { password_hash: 'none' },
    ]);
    expect((await superadmin.call(user.changeUserPassword, change)).status).toBe(200);
  });
});

describe('courses of a user', () => {
  it('assigns once, says what changed, and takes either spelling of the id', async () => {
    const course = await addCourse('kelas-dua');
    const assign = (body: { userId: string } | { userID: string }) =>
      admin.call(user.assignCourseToUser, { params: { id: course }, body });
    expect((await assign({ userID: budi })).body).toEqual({ changed: 1 });
    expect((await assign({ userId: budi })).body).toEqual({ changed: 0 });
    const courses = await admin.call(user.listUserCourses, { params: { id: budi } });
    expect(courses.body).toMatchObject({ pageSize: 100, totalItems: 2 });
    expect(
      (await admin.call(user.unassignCourseFromUser, { params: { id: course }, body: { userId: budi } })).body,
    ).toEqual({ changed: 1 });
  });

  it('refuses a course or user of another tenant and links nothing', async () => {
    const foreign = await addCourse('kelas-asing', 'cyber');
    expect(
      (await admin.call(user.assignCourseToUser, { params: { id: foreign }, body: { userId: budi } })).status,
    ).toBe(404);
    const stranger = await addUser('Stranger', 'stranger@example.com', 'cyber');
    const own = await addCourse('kelas-tiga');
    expect(
      (await admin.call(user.assignCourseToUser, { params: { id: own }, body: { userId: stranger } })).status,
    ).toBe(400);
    expect(await test.sql('select 1 from course_user where course_id = any($1)', [[foreign, own]])).toEqual([]);
  });

  it('takes no more members than there are places, also of many at once, and asks for no place for who has one', async () => {
    const course = await addCourse('Kelas Sempit');
    await test.sql('update course set capacity = 2 where id = $1', [course]);
    const people = await Promise.all([1, 2, 3, 4, 5].map((n) => addUser(`Peserta ${n}`, `sempit${n}@example.com`)));
    const give = (userId: string) => admin.call(user.assignCourseToUser, { params: { id: course }, body: { userId } });
    const answers = await Promise.all(people.map(give));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'This course is full: 2 of 2 places are taken',
      errors: [{ path: 'userId' }],
    });
    expect(await test.sql('select count(*)::int as n from course_user where course_id = $1', [course])).toEqual([
      { n: 2 },
    ]);
    const seated = people[answers.findIndex(({ status }) => status === 200)]!;
    expect(await give(seated)).toMatchObject({ status: 200, body: { changed: 0 } });
  });

  it('takes members alone', async () => {
    const course = await addCourse('kelas-staf');
    const refused = await admin.call(user.assignCourseToUser, {
      params: { id: course },
      body: { userId: admin.userId },
    });
    expect(refused).toMatchObject({ status: 400, body: { message: 'Only members can be assigned to a course' } });
  });

  it('is read-only for customer service and closed to instructors', async () => {
    const course = await addCourse('kelas-empat');
    const service = await test.as('customer-service');
    expect((await service.call(user.listUsers, {})).status).toBe(200);
    expect(
      (await service.call(user.assignCourseToUser, { params: { id: course }, body: { userId: budi } })).status,
    ).toBe(403);
    expect((await (await test.as('instructor')).call(user.listUsers, {})).status).toBe(403);
  });
});
