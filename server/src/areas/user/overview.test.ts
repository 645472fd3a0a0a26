/** Tests the overview of a user. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignments } from '#contract/assignment/table.ts';
import { getUserOverview } from '#contract/user/overview.ts';
import { type TestApp, type TestCaller, testAppOf } from '#platform/testing/app.ts';
import { userRoutes } from './routes.ts';
import { userOverview } from './service.ts';
import { testPerson } from './testing/person.ts';

let test: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  test = await testAppOf([userRoutes]);
  admin = await test.as('admin');
});
afterAll(() => test.close());

const overview = async (id: string) => (await admin.call(getUserOverview, { params: { id } })).body;

describe('an overview', () => {
  it('has what the person has, owes and waits for', async () => {
    const person = await testPerson(test.sql, 'Sari Dewi');
    const paid = await person.order('paid', { createdAt: '2026-01-05T00:00:00Z', paidAt: '2026-01-05T01:00:00Z' });
    const older = await person.order('unpaid', { createdAt: '2026-01-02T00:00:00Z' });
    const latest = await person.order('pending', { createdAt: '2026-01-03T00:00:00Z' });
    await person.complete(person.id, await person.lesson('Satu'));
    await person.lesson('Dua');
    const kelas = await person.lesson('Kelas 1', 'LIVE_CLASS');
    await test.sql(`update lesson set start_at = now() + interval '1 day' where id = $1`, [kelas]);
    await test.sql(
      `update course set is_published = true, name = 'Python', thumbnail = '/t.png', category = 'data' where id = $1`,
      [person.course],
    );
    await person.handIn(person.id, 80);
    await person.handIn(person.id, null);
    await person.desk('tracked-2', { kind: 'contact', at: '2026-01-04T03:00:00Z' }, admin.userId);
    await test.sql(
      `insert into access_gap (tenant, kind, user_id, product_type, product_id, product_name, amount, since, order_id)
        values ('coding', 'paid-no-access', $1, 'learning paths', gen_random_uuid(), 'Jalur Data', 250000, now(), $2)`,
      [person.id, paid],
    );
    const found = await overview(person.id);
    expect(found.orders).toMatchObject({ total: 3, unpaid: 2, due: 500_000 });
    expect(found.orders.items.map(({ orderId }) => orderId)).toEqual([latest, older, paid]);
    expect(found.orders.items[0]?.productNames).toEqual(['Kelas']);
    expect(found.missing).toMatchObject([
      { product: { productType: 'learning paths', name: 'Jalur Data' }, amount: 250_000, order: { orderId: paid } },
    ]);
    expect(found.courses).toMatchObject({
      total: 1,
      items: [{ name: 'Python', progress: { items: 3, completed: 1, quizzes: 0, passed: 0 } }],
    });
    expect(found.submissions).toMatchObject({ total: 2, waiting: 1, items: [{ productName: 'Python', attempt: 2 }] });
    expect(found.nextClass).toMatchObject({ name: 'Kelas 1', courseName: 'Python', lessonId: kelas });
    expect(found.desk).toMatchObject({ followUpAt: '2026-12-01T02:00:00.000Z', claimedBy: { id: admin.userId } });
    const { courses } = (await admin.call(assignments.userCourses.list, { params: { id: person.id } })).body as {
      courses?: object[];
    };
    expect(courses).toMatchObject([{ progress: { items: 3, completed: 1 } }]);
  });

  it('leaves out a class that began at its own time and has no end, whenever its section ends', async () => {
    const person = await testPerson(test.sql, 'Gita');
    const [past, next] = [await person.lesson('Lewat', 'LIVE_CLASS'), await person.lesson('Besok', 'LIVE_CLASS')];
    await test.sql(
      `update lesson set start_at = now() + case id when $1 then interval '-1 day' else interval '1 day' end where id in ($1, $2)`,
      [past, next],
    );
    await test.sql(`update course set is_published = true where id = $1`, [person.course]);
    await test.sql(
      `update course_section set start_at = now() - interval '2 days', end_at = now() + interval '20 days' where course_id = $1`,
      [person.course],
    );
    expect((await overview(person.id)).nextClass).toMatchObject({ name: 'Besok', endAt: null });
  });

  it('tells customer service that a submission waits, without its note', async () => {
    const person = await testPerson(test.sql, 'Hana');
    await person.handIn(person.id, null);
    await test.sql(`update project_submission set note = 'Rahasia' where user_id = $1`, [person.id]);
    const service = await test.as('customer-service');
    const { submissions } = (await service.call(getUserOverview, { params: { id: person.id } })).body;
    const item = { id: expect.any(String), productName: 'Kelas', submittedAt: expect.any(String), attempt: 1 };
    expect(submissions).toEqual({ total: 1, waiting: 1, items: [item] });
  });

  it('is empty for a person without anything', async () => {
    const person = await testPerson(test.sql, 'Budi');
    await test.sql('delete from course_user where user_id = $1', [person.id]);
    expect(await overview(person.id)).toEqual({
      orders: { total: 0, unpaid: 0, due: 0, items: [] },
      trackedUnpaid: 0,
      missing: [],
      courses: { total: 0, items: [] },
      paths: { total: 0, items: [] },
      subscription: null,
      submissions: { total: 0, waiting: 0, items: [] },
      certificates: [],
      nextClass: null,
      desk: null,
    });
  });

  it('counts the tracked orders of the e-mail that wait for payment, also without a status; null where they are hosted elsewhere', async () => {
    const person = await testPerson(test.sql, 'Dian');
    const track = (id: string, status: string | null, fields: object = { timestamp }, email = person.email) =>
      test.sql(
        `insert into tracking_document (tenant, collection, id, fields, status) values ('coding', 'order_staging', $1, $2, $3)`,
        [id, { user_email: { stringValue: email }, ...fields }, status === null ? null : { stringValue: status }],
      );
    const timestamp = { timestampValue: '2026-01-02T03:04:05.000000Z' };
    await track('dian-1', 'unpaid');
    await track('dian-2', null);
    await track('dian-3', '');
    await track('dian-4', 'pending');
    await track('dian-paid', 'paid');
    await track('dian-unlisted', 'unpaid', {});
    await track('other', 'unpaid', { timestamp }, 'other@member.test');
    expect((await overview(person.id)).trackedUnpaid).toBe(4);
    expect((await userOverview(test.database.tenant('coding'), person.id, false)).trackedUnpaid).toBeNull();
  });

  it('is 404 for a user of another brand', async () => {
    const person = await testPerson(test.sql, 'Citra');
    const other = await test.as('admin', 'cyber');
    expect((await other.call(getUserOverview, { params: { id: person.id } })).status).toBe(404);
  });
});
