/** Tests of a brand's settings over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getBrandSettings, updateBrandSettings } from '#contract/brand/endpoints.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { brandRoutes } from './routes.ts';

let test: TestApp;
let superadmin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([brandRoutes]);
  superadmin = await test.as('superadmin');
});
afterAll(() => test.close());

const body = { instructorCourses: 'named' } as const;
const confirmed = (at: string) =>
  test.sql(`update session set confirmed_at = ${at} where id = $1`, [superadmin.sessionId]);

it('only a superadmin reads and changes the settings, and only with the password given again', async () => {
  const admin = await test.as('admin');
  expect((await admin.call(getBrandSettings, {})).status).toBe(403);
  expect((await admin.call(updateBrandSettings, { body })).status).toBe(403);
  await confirmed(`now() - interval '11 minutes'`);
  expect(await superadmin.call(updateBrandSettings, { body })).toMatchObject({
    status: 403,
    body: { reason: 'step-up' },
  });
  expect((await superadmin.call(getBrandSettings, {})).body).toMatchObject({ instructorCourses: 'all' });
});

it('a change is one of this brand, raises the version, and is in the trail with its author', async () => {
  await confirmed('now()');
  const { version, id } = (await superadmin.call(getBrandSettings, {})).body;
  const save = (ifMatch: number) => superadmin.call(updateBrandSettings, { body }, { ifMatch: `"v${ifMatch}"` });
  expect((await save(version)).body).toMatchObject({ ...body, version: version + 1 });
  expect(await save(version)).toMatchObject({ status: 412, problem: { conflict: { by: 'Tester superadmin' } } });
  expect((await (await test.as('superadmin', 'cyber')).call(getBrandSettings, {})).body).toMatchObject({
    instructorCourses: 'all',
  });
  expect(await test.sql('select actor_name, after from audit where record_id = $1', [id])).toEqual([
    { actor_name: 'Tester superadmin', after: { instructor_courses: 'named' } },
  ]);
});

it('refuses other values and changes nothing', async () => {
  const refused = await superadmin.call(updateBrandSettings, { body: { instructorCourses: 'some' } as never });
  expect(refused).toMatchObject({ status: 400, problem: { errors: [{ path: 'instructorCourses' }] } });
});

it('whoever requires a second factor has one', async () => {
  const { version } = (await superadmin.call(getBrandSettings, {})).body;
  const save = () => superadmin.call(updateBrandSettings, { body: { ...body, secondFactorRoles: ['admin'] } });
  expect(await save()).toMatchObject({ status: 409, problem: { errors: [{ path: 'secondFactorRoles' }] } });
  expect((await superadmin.call(getBrandSettings, {})).body).toMatchObject({ version, secondFactorRoles: [] });
  await test.sql(`insert into authenticator_app (tenant, user_id, secret, last_step) values ('coding', $1, '', 0)`, [
    superadmin.userId,
  ]);
  expect((await save()).body).toMatchObject({ secondFactorRoles: ['admin'] });
});
