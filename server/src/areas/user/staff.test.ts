/** Tests staff: who is listed, changes of roles, and that the last active superadmin stays. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listStaff, setUserRole } from '#contract/user/staff.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { userRoutes } from './routes.ts';

let test: TestApp;
let superadmin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([userRoutes]);
  superadmin = await test.as('superadmin');
});
beforeEach(() => test.sql('update session set confirmed_at = now()'));
afterAll(() => test.close());

const add = (role: string, columns: object = {}) => addRecord(test.sql, 'user', 'coding', { role, ...columns });
const setRole = (id: string, role: 'admin' | 'instructor' | 'member' | 'superadmin', who = superadmin) =>
  who.call(setUserRole, { params: { id }, body: { role } });
const roleOf = async (id: string) => (await test.sql('select role from "user" where id = $1', [id]))[0]?.['role'];

describe('staff', () => {
  it('are listed for superadmins with role, account and sessions; members are not', async () => {
    const [member, gone] = [await add('member'), await add('instructor', { status: 0, name: 'Zaki' })];
    const { body } = await superadmin.call(listStaff, { query: { pageSize: 100 } });
    const listed = new Map(body.staff.map((one) => [one.id, one]));
    expect(listed.get(superadmin.userId)).toMatchObject({ role: 'superadmin', status: 1, sessions: 1 });
    expect(listed.get(gone)).toMatchObject({ role: 'instructor', status: 0, sessions: 0, lastUsedAt: null });
    expect(listed.has(member)).toBe(false);
    const only = await superadmin.call(listStaff, {
      query: { status: 'deactivated', role: 'instructor', search: 'zaki' },
    });
    expect(only.body.staff.map(({ id }) => id)).toEqual([gone]);
    expect((await (await test.as('admin')).call(listStaff, { query: {} })).status).toBe(403);
    expect(
      (
        await (
          await test.as('superadmin', 'cyber')
        ).call(setUserRole, { params: { id: gone }, body: { role: 'admin' } })
      ).status,
    ).toBe(404);
  });

  it('get another role, which their sessions have at once', async () => {
    const admin = await test.as('admin');
    expect(await setRole(admin.userId, 'instructor')).toMatchObject({ status: 200, body: { role: 'instructor' } });
    expect(await test.sql('select role from revocation where subject = $1', [admin.userId])).toEqual([
      { role: 'instructor' },
    ]);
    expect(await setRole(admin.userId, 'member')).toMatchObject({ status: 200 });
    expect(await test.sql('select 1 from session where user_id = $1', [admin.userId])).toEqual([]);
  });

  it('keep their role if the caller is no superadmin, has not confirmed the password, or is the person', async () => {
    const id = await add('instructor');
    expect((await setRole(id, 'admin', await test.as('admin'))).status).toBe(403);
    expect(await setRole(superadmin.userId, 'admin')).toMatchObject({
      status: 409,
      body: { message: 'You cannot change your own role' },
    });
    await test.sql(`update session set confirmed_at = now() - interval '1 day'`);
    expect(await setRole(id, 'admin')).toMatchObject({ status: 403, body: { reason: 'step-up' } });
    expect(await roleOf(id)).toBe('instructor');
  });

  it('cannot be a member who takes courses', async () => {
    const id = await add('member');
    await test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [
      await addRecord(test.sql, 'course', 'coding'),
      id,
    ]);
    expect((await setRole(id, 'instructor')).status).toBe(409);
    expect(await setRole(await add('member'), 'instructor')).toMatchObject({ status: 200 });
  });
});

describe('the last active superadmin', () => {
  const message = 'This is the last active superadmin. Make somebody else superadmin first';
  const one = (status = 1) => addRecord(test.sql, 'user', 'data', { role: 'superadmin', status });
  beforeEach(() =>
    test.sql(`set session_replication_role = replica; delete from "user" where tenant = 'data';
      set session_replication_role = origin`),
  );

  it.each([
    `update "user" set role = 'admin' where id = $1`,
    `update "user" set status = 0 where id = $1`,
    `delete from "user" where id = $1`,
  ])('is kept by the database: %s', async (statement) => {
    const id = await one();
    await one(0);
    await expect(test.sql(statement, [id])).rejects.toThrow(message);
    const other = await one();
    await test.sql(statement, [id]);
    await expect(test.sql(statement, [other])).rejects.toThrow(message);
  });

  it('stays when two transactions each demote one of two', async () => {
    const ids = [await one(), await one()];
    const clients = ids.map(() => new pg.Client(test.ownerUrl));
    for (const client of clients) {
      await client.connect();
      await client.query(`begin; set local app.tenant = 'data'`);
    }
    const demote = (n: number) => clients[n]!.query(`update "user" set role = 'admin' where id = $1`, [ids[n]]);
    await demote(0);
    const second = demote(1).then(
      () => 'demoted',
      (error: Error) => error.message,
    );
    const waits = () => test.sql(`select 1 from pg_locks where locktype = 'advisory' and not granted`);
    await expect.poll(waits).toHaveLength(1);
    await clients[0]!.query('commit');
    expect(await second).toBe(message);
    await Promise.all(clients.map((client) => client.end()));
  });
});
