/** Tests the endpoints of users: list, profiles, passwords, sessions, courses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { demoPassword } from '#contract/auth/demo-users.ts';
import { endUserSessions, listUserSessions } from '#contract/auth/sessions.ts';
import * as user from '#contract/user/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { userRoutes } from './routes.ts';

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
  test = await testAppOf([userRoutes]);
  admin = await test.as('admin');
  budi = await addUser('Budi Santoso', 'budi@example.com');
  await addUser('ayu Lestari', 'ayu@example.com');
  await addUser('Citra 100%_Dewi', 'citra@example.com');
  await addUser('Budi of another brand', 'budi@example.com', 'cyber');
});
afterAll(() => test.close());

/** Latest audit entry of a record. */
const lastEntry = async (id: string) =>
  (await test.sql('select * from audit where record_id = $1 order by id desc limit 1', [id]))[0];

const names = async (query: object) =>
  (await admin.call(user.listUsers, { query: { pageSize: 100, ...query } })).body.users.map((row) => row.name);

describe('the list of users', () => {
  it('sorts by name ignoring case, both ways', async () => {
    const rising = await names({ sort: 'name' });
    expect(rising).toEqual(rising.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect(await names({ sort: '-name' })).toEqual(rising.toReversed());
  });

  it('finds a part of a name or e-mail and treats % and _ as plain text', async () => {
    expect(await names({ search: 'SANTO' })).toEqual(['Budi Santoso']);
    expect(await names({ search: 'ayu@exa' })).toEqual(['ayu Lestari']);
    expect(await names({ search: '100%_d' })).toEqual(['Citra 100%_Dewi']);
    expect(await names({ search: '%' })).toEqual(['Citra 100%_Dewi']);
  });

  it('finds a phone in any format, however it is stored', async () => {
    await test.sql(`insert into "user" (tenant, email, name, password_hash, role, phone_number) values
      ('coding', 'satu@phones.test', 'Telepon Satu', 'none', 'member', '+62 812-7777-001'),
      ('coding', 'dua@phones.test', 'Telepon Dua', 'none', 'member', '08127777002')`);
    for (const typed of ['08127777001', '628127777001', '+62 812 7777 001', '0812-7777-001', '7777001'])
      expect(await names({ search: typed })).toEqual(['Telepon Satu']);
    expect(await names({ search: '+62 812-7777' })).toEqual(['Telepon Dua', 'Telepon Satu']);
    await test.sql(`delete from "user" where email like '%@phones.test'`);
  });

  it('counts only this tenant, also on a page beyond the end', async () => {
    const { body } = await admin.call(user.listUsers, { query: { page: 900 } });
    const [counted] = await test.sql(`select count(*)::int as n from "user" where tenant = 'coding'`);
    expect(body).toMatchObject({ totalItems: counted?.['n'], page: 900, pageSize: 5, users: [] });
  });

  it('lists those without a course first under Empty Class', async () => {
    const course = await addCourse('kelas-satu');
    await admin.call(assignments.courseUsers.assign, { params: { id: course }, body: { userId: budi } });
    expect((await names({ sort: 'empty' })).at(-1)).toBe('Budi Santoso');
  });

  it('refuses an invalid page or limit, naming it', async () => {
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

  it('accepts a new name, raises the version, and the audit row contains only that field', async () => {
    const before = await admin.call(user.getUserProfile, { params: { id: budi } });
    const changed = await admin.call(
      user.changeUser,
      { params: { id: budi }, body: { name: 'Budi Hartono' } },
      { ifMatch: `"v${before.body.version}"` },
    );
    expect(changed.body).toEqual({
      id: budi,
      name: 'Budi Hartono',
      version: before.body.version + 1,
      message: 'Nama berhasil diubah',
    });
    expect(await lastEntry(budi)).toMatchObject({
      actor_id: admin.userId,
      actor_name: 'Tester admin',
      action: 'update',
      before: { name: 'Budi Santoso' },
      after: { name: 'Budi Hartono' },
    });
  });

  it('refuses an old version with who changed it first, and changes nothing', async () => {
    const stale = await admin.call(
      user.changeUser,
      { params: { id: budi }, body: { name: 'Too late' } },
      { ifMatch: '"v1"' },
    );
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({ status: 412, conflict: { by: 'Tester admin', version: 2 } });
    expect((await admin.call(user.getUserProfile, { params: { id: budi } })).body.name).toBe('Budi Hartono');
  });

  it('accepts and removes a picture, and refuses other URLs', async () => {
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

  it('accepts a strong password, keeps it out of the audit trail, and ends the user’s sessions', async () => {
    const weak = await admin.call(user.changeUserPassword, { params: { id: budi }, body: { password: 'Password123' } });
    expect(weak.body).toMatchObject({
      status: 400,
      errors: [{ path: 'password', message: 'This password is too common' }],
    });
    await test.sql(`insert into session (tenant, user_id) values ('coding', $1)`, [budi]);
    const { status } = await admin.call(user.changeUserPassword, {
      params: { id: budi },
      body: { password: 'kuda-terbang-9' },
    });
    expect(status).toBe(200);
    expect(await test.sql('select 1 from session where user_id = $1', [budi])).toEqual([]);
    const entry = await lastEntry(budi);
    expect(JSON.stringify(entry)).not.toContain('argon2');
    expect(entry?.['after']).toEqual({ password_hash: '•••••' });
  });
});

describe('the account of a superadmin', () => {
  const writes: [string, (by: TestCaller, id: string) => Promise<{ status: number; body: unknown }>][] = [
    ['name', (by, id) => by.call(user.changeUser, { params: { id }, body: { name: 'Bukan Namanya' } })],
    ['picture', (by, id) => by.call(user.changeUserPicture, { params: { id }, body: { image: null } })],
    [
      'password',
      (by, id) => by.call(user.changeUserPassword, { params: { id }, body: { password: 'burung-hantu-7' } }),
    ],
    ['sessions', (by, id) => by.call(endUserSessions, { params: { id } })],
  ];
  it.each(writes)('keeps its %s against an admin, and not against another superadmin', async (_, write) => {
    const [row] = await test.sql(
      `insert into "user" (tenant, email, name, password_hash, role, image)
         values ('coding', gen_random_uuid() || '@staff.test', 'Atasan', 'none', 'superadmin', '/files/a.png') returning id`,
    );
    const id = String(row?.['id']);
    await test.sql(`insert into session (tenant, user_id) values ('coding', $1)`, [id]);
    const state = () =>
      test.sql('select u.*, (select count(*) from session where user_id = u.id) from "user" u where id = $1', [id]);
    const before = await state();
    expect(await write(admin, id)).toMatchObject({
      status: 403,
      body: { message: 'Only a superadmin may change the account of a superadmin' },
    });
    expect(await state()).toEqual(before);
    expect((await write(await test.as('superadmin'), id)).status).toBe(200);
    expect(await state()).not.toEqual(before);
  });
});

describe('setting another user’s password', () => {
  const addStaff = async (role: string) => {
    const [row] = await test.sql(
      `insert into "user" (tenant, email, name, password_hash, role) values ('coding', $1 || '@staff.test', $1, 'none', $1) returning id`,
      [role],
    );
    return String(row?.['id']);
  };
  const set = (by: TestCaller, id: string, password = 'burung-hantu-7') =>
    by.call(user.changeUserPassword, { params: { id }, body: { password } });
  const hashOf = async (id: string) =>
    (await test.sql('select password_hash from "user" where id = $1', [id]))[0]?.['password_hash'];

  it('is refused for equal roles: an admin could become this admin', async () => {
    const id = await addStaff('admin');
    expect(await set(admin, id)).toMatchObject({
      status: 403,
      body: { message: 'Only a superadmin may change the password of this admin' },
    });
    expect(await hashOf(id)).toBe('none');
    expect((await set(await test.as('superadmin'), id)).status).toBe(200);
  });

  it.each(['instructor', 'customer-service'])('is allowed to an admin for this %s', async (role) => {
    expect((await set(admin, await addStaff(role))).status).toBe(200);
  });

  it('is refused for oneself, which needs the current password', async () => {
    const before = await hashOf(admin.userId);
    expect((await set(admin, admin.userId)).status).toBe(400);
    expect(await hashOf(admin.userId)).toBe(before);
  });

  it('requires confirmation when the password was entered more than ten minutes ago, and changes nothing before', async () => {
    const confirmed = (minutes: number) =>
      test.sql('update session set confirmed_at = now() - make_interval(mins => $1) where id = $2', [
        minutes,
        admin.sessionId,
      ]);
    await confirmed(9);
    expect((await set(admin, budi)).status).toBe(200);
    await confirmed(11);
    const before = await hashOf(budi);
    expect(await set(admin, budi)).toMatchObject({ status: 403, body: { reason: 'step-up' } });
    expect(await hashOf(budi)).toBe(before);
    await confirmed(0);
    expect((await set(admin, budi)).status).toBe(200);
  });

  it.each([
    ['Password1!', 'whatever signs are put around a word of the list'],
    ['spiderman1', 'the list of many thousand'],
    ['SUNSHINE2026', 'its capitals'],
    ['Qwerty123', 'the spec’s own list'],
    ['Alexander1!?', 'the list without the signs behind it'],
  ])('refuses passwords that attackers try first: %s, by %s', async (password) => {
    expect(await set(admin, budi, password)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('This password is too common') },
    });
  });

  it.each([
    ['Aa123456!', /repetition/],
    ['superadmin1', /names of brands and roles/],
    ['Studio-Coding-1', /the brand$/],
    ['budi-kuda-9', /not counting the name/],
  ])('refuses passwords of known words or repetition: %s', async (password, message) => {
    const before = await hashOf(budi);
    expect(await set(admin, budi, password)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'password', message: expect.stringMatching(message) }] },
    });
    expect(await hashOf(budi)).toBe(before);
  });

  // Separately running servers are not in demo mode, which would fill their database.
  it.skipIf(process.env['SEVERAL'])('accepts the demo’s password in the demo', async () => {
    expect((await set(admin, budi, demoPassword)).status).toBe(200);
  });

  it('refuses the public demo password outside the demo', async () => {
    const closed = await testAppOf([userRoutes], { DEMO: '0' });
    const caller = await closed.as('admin');
    const [row] = await closed.sql(
      `insert into "user" (tenant, email, name, password_hash, role) values ('coding', 'budi@example.com', 'Budi', 'none', 'member') returning id`,
    );
    expect((await set(caller, String(row?.['id']), demoPassword)).status).toBe(400);
    await closed.close();
  });
});

describe('sessions of others', () => {
  const begin = (id: string) =>
    test.sql(`insert into session (tenant, user_id) values ('coding', $1) returning id`, [id]);
  const left = async (id: string) => (await test.sql('select id from session where user_id = $1', [id])).length;

  it('are listed and ended by admins, one or all', async () => {
    await begin(budi);
    await begin(budi);
    const seen = await admin.call(listUserSessions, { params: { id: budi } });
    expect(seen.body.sessions).toHaveLength(2);
    const sessionId = seen.body.sessions[0]!.id;
    const end = (query: { sessionId?: string }) => admin.call(endUserSessions, { params: { id: budi }, query });
    expect((await end({ sessionId })).body).toEqual({ changed: 1 });
    expect((await end({ sessionId })).body).toEqual({ changed: 0 });
    expect((await end({})).body).toEqual({ changed: 1 });
    expect(await left(budi)).toBe(0);
  });

  it('are ended only under their own user', async () => {
    const [other] = await begin(await addUser('Orang Lain', 'lain@example.com'));
    const query = { sessionId: String(other?.['id']) };
    expect((await admin.call(endUserSessions, { params: { id: budi }, query })).body).toEqual({ changed: 0 });
  });
});

describe('courses of a user', () => {
  it('assigns once, returns the changes, and accepts either spelling of the id', async () => {
    const course = await addCourse('kelas-dua');
    const assign = (body: { userId: string } | { userID: string }) =>
      admin.call(assignments.courseUsers.assign, { params: { id: course }, body });
    expect((await assign({ userID: budi })).body).toEqual({ changed: 1 });
    expect((await assign({ userId: budi })).body).toEqual({ changed: 0 });
    const courses = await admin.call(assignments.userCourses.list, { params: { id: budi } });
    expect(courses.body).toMatchObject({ pageSize: 100, totalItems: 2 });
    expect(
      (await admin.call(assignments.courseUsers.unassign, { params: { id: course }, body: { userId: budi } })).body,
    ).toEqual({ changed: 1 });
  });

  it('refuses a course or user of another tenant and links nothing', async () => {
    const foreign = await addCourse('kelas-asing', 'cyber');
    expect(
      (await admin.call(assignments.courseUsers.assign, { params: { id: foreign }, body: { userId: budi } })).status,
    ).toBe(404);
    const stranger = await addUser('Stranger', 'stranger@example.com', 'cyber');
    const own = await addCourse('kelas-tiga');
    expect(
      (await admin.call(assignments.courseUsers.assign, { params: { id: own }, body: { userId: stranger } })).status,
    ).toBe(400);
    expect(await test.sql('select 1 from course_user where course_id = any($1)', [[foreign, own]])).toEqual([]);
  });

  it(
    'accepts no more members than the capacity, also under concurrency, and ignores already assigned ones',
    { tags: ['system'] },
    async () => {
      const course = await addCourse('Kelas Sempit');
      await test.sql('update course set capacity = 2 where id = $1', [course]);
      const people = await Promise.all([1, 2, 3, 4, 5].map((n) => addUser(`Peserta ${n}`, `sempit${n}@example.com`)));
      const give = (userId: string) =>
        admin.call(assignments.courseUsers.assign, { params: { id: course }, body: { userId } });
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
    },
  );

  it('accepts several, all or none, within the capacity, and unassigns them together', async () => {
    const course = await addCourse('kelas-rombongan');
    await test.sql('update course set capacity = 3 where id = $1', [course]);
    const people = await Promise.all([1, 2, 3, 4].map((n) => addUser(`Rombongan ${n}`, `rombongan${n}@example.com`)));
    const { assign, unassign } = assignments.courseUsers;
    const input = (userIds: string[]) => ({ params: { id: course }, body: { userIds } });
    expect((await admin.call(assign, input(people.slice(0, 2)))).body).toEqual({ changed: 2 });
    expect(await admin.call(assign, input(people))).toMatchObject({
      status: 409,
      body: {
        message: 'This course has no room for 2 more: 2 of 3 places are taken',
        errors: [{ path: 'userIds' }],
      },
    });
    expect((await admin.call(assign, input([people[1]!, people[2]!]))).body).toEqual({ changed: 1 });
    expect((await admin.call(assign, input([people[0]!, people[1]!]))).body).toEqual({ changed: 0 });
    expect(await admin.call(assign, input([people[0]!, admin.userId]))).toMatchObject({
      status: 400,
      body: { message: 'Only members can be assigned to a course' },
    });
    expect((await admin.call(unassign, input(people))).body).toEqual({ changed: 3 });
  });

  it('lists the members of a course beside all matching users, page by page', async () => {
    const course = await addCourse('kelas-lima');
    const people = await Promise.all(['Adi', 'Beni', 'Cici'].map((n) => addUser(`Lima ${n}`, `lima-${n}@example.com`)));
    for (const userId of [people[0]!, people[2]!])
      await admin.call(assignments.courseUsers.assign, { params: { id: course }, body: { userId } });
    const page = async (query: object) =>
      (await admin.call(assignments.courseUsers.list, { params: { id: course }, query })).body;
    expect(await page({ search: 'lima ', pageSize: 2 })).toMatchObject({
      totalItems: 3,
      totalAssigned: 2,
      users: [
        { name: 'Lima Adi', isAssigned: true },
        { name: 'Lima Beni', isAssigned: false, assignedAt: null },
      ],
      assignedUsers: [{ name: 'Lima Adi' }, { name: 'Lima Cici' }],
    });
    const second = await page({ search: 'lima ', pageSize: 2, page: 2 });
    expect([second['users'], second['assignedUsers']]).toMatchObject([[{ name: 'Lima Cici' }], []]);
    expect(await page({ search: 'cici', isAssigned: 'false' })).toMatchObject({ users: [], totalAssigned: 1 });
    expect((await page({ search: 'lima ' }))['users']).not.toContainEqual(
      expect.objectContaining({ name: 'Tester admin' }),
    );
  });

  it('shows those who may not assign only the assigned members', async () => {
    const course = await addCourse('kelas-tertutup');
    const [inside, outside] = [
      await addUser('Wira Dalam', 'wira@tertutup.test'),
      await addUser('Wira Luar', 'wiraluar@tertutup.test'),
    ];
    await admin.call(assignments.courseUsers.assign, { params: { id: course }, body: { userId: inside } });
    const instructor = await test.as('instructor');
    const ask = async (by: TestCaller, query: object) => {
      const { status, body } = await by.call(assignments.courseUsers.list, { params: { id: course }, query });
      const ids = (rows: unknown) => (rows as { id: string }[] | undefined)?.map(({ id }) => id);
      const { totalItems, totalAssigned } = body as Record<string, unknown>;
      return { status, totalItems, totalAssigned, users: ids(body['users']), assigned: ids(body['assignedUsers']) };
    };
    const own = { status: 200, totalItems: 1, totalAssigned: 1, users: [inside], assigned: [inside] };
    for (const query of [{}, { isAssigned: 'true' }, { search: 'tertutup.test' }])
      expect(await ask(instructor, query)).toEqual(own);
    expect(await ask(instructor, { search: 'wiraluar' })).toMatchObject({ totalItems: 0, totalAssigned: 0 });
    expect(await ask(instructor, { isAssigned: 'false' })).toMatchObject({ status: 403, users: undefined });
    expect(await ask(admin, { search: 'tertutup.test' })).toMatchObject({ users: [inside, outside], totalAssigned: 1 });
  });

  it('lists the courses that a user can be assigned to, and marks full ones', async () => {
    const user = await addUser('Pencari', 'pencari@example.com');
    const [free, full] = [await addCourse('cari-longgar'), await addCourse('cari-penuh')];
    await test.sql('update course set capacity = 1, type = 1 where id = $1', [full]);
    await admin.call(assignments.courseUsers.assign, { params: { id: full }, body: { userId: budi } });
    const { userCourses } = assignments;
    const list = async (query: object) =>
      userCourses.rowsOf((await admin.call(userCourses.list, { params: { id: user }, query })).body);
    expect(await list({ isAssigned: 'false', search: 'cari-' })).toMatchObject([
      { id: full, type: 1, conflict: 'This course is full: 1 of 1 places are taken' },
      { id: free, type: 0, conflict: null, assignedAt: null },
    ]);
    const input = userCourses.inputOf(user, [free]);
    expect((await admin.call(userCourses.assign, input)).body).toEqual({ changed: 1 });
    expect(await list({})).toMatchObject([{ id: free, isAssigned: true, assignedAt: expect.stringMatching(/Z$/) }]);
  });

  it('accepts only members', async () => {
    const course = await addCourse('kelas-staf');
    const refused = await admin.call(assignments.courseUsers.assign, {
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
      (await service.call(assignments.courseUsers.assign, { params: { id: course }, body: { userId: budi } })).status,
    ).toBe(403);
    expect((await (await test.as('instructor')).call(user.listUsers, {})).status).toBe(403);
  });
});
