/** Tests that changes of records are written as events in their transaction, as the contract describes them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type EventType, eventTypes } from '#contract/integration/events.ts';
import type { RecordKind } from '#contract/kernel/record-kinds.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { addUser } from '#platform/testing/user.ts';
import { addRecord, addRecords } from '#shared/testing/sample.ts';
import { webhookRoutes } from './routes.ts';

let test: TestApp;
let ids: Awaited<ReturnType<typeof addRecords>>;
beforeAll(async () => {
  test = await testAppOf([webhookRoutes]);
  ids = await addRecords(test.sql, 'coding');
  await test.sql('delete from webhook');
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const table of ['event', 'outbox']) await test.sql(`delete from ${table}`);
});

const types = Object.keys(eventTypes) as EventType[];

async function wanting<Result>(events: readonly string[], work: () => Promise<Result>): Promise<Result> {
  await test.sql(`insert into webhook (tenant, url, events) values ('coding', 'https://receiver.test', $1)`, [events]);
  try {
    return await work();
  } finally {
    await test.sql('delete from webhook');
  }
}

const recorded = () =>
  test.sql(`select event.type, event.record_id, data, count(delivery.id)::int as deliveries
    from event left join webhook_delivery delivery on delivery.event_id = event.id group by event.id, event.tenant order by event.id`);

const member = () => addUser(test.sql, 'coding');
/** Changes the sample record of a kind twice. */
const changes =
  (table: string, kind: RecordKind, ...settings: string[]) =>
  async () => {
    for (const setting of settings) await test.sql(`update ${table} set ${setting} where id = $1`, [ids[kind]]);
  };

const cases: [type: EventType, work: () => Promise<unknown>][] = [
  ['member.created', member],
  ['member.updated', async () => test.sql(`update "user" set name = 'Nama baru' where id = $1`, [await member()])],
  ['order.created', () => addRecord(test.sql, 'order', 'coding', { status: 'unpaid' })],
  ...(['paid', 'cancelled', 'refunded'] as const).map((status): (typeof cases)[number] => [
    `order.${status}`,
    async () => {
      const id = await addRecord(test.sql, 'order', 'coding', { status: 'unpaid' });
      await test.sql(`update "order" set status = $2 where id = $1`, [id, status]);
    },
  ]),
  [
    'access.given',
    async () =>
      test.sql(`insert into course_user (tenant, course_id, user_id) values ('coding', $1, $2)`, [
        ids.course,
        await member(),
      ]),
  ],
  [
    'access.removed',
    async () => {
      const [row] = await test.sql(
        `insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2) returning user_id`,
        [ids['learning-path'], await member()],
      );
      await test.sql('delete from learning_path_user where user_id = $1', [row?.['user_id']]);
    },
  ],
  [
    'access.removed',
    async () =>
      test.sql('update subscription set cancelled_at = now() where id = $1', [
        await addRecord(test.sql, 'subscription', 'coding', { user_id: ids.user, plan_id: ids.plan }),
      ]),
  ],
  ['course.published', changes('course', 'course', 'is_published = false', 'is_published = true')],
  [
    'course.unpublished',
    async () => {
      const id = await addRecord(test.sql, 'course', 'coding', { is_published: true });
      await test.sql(`update course set is_published = false where id = $1`, [id]);
    },
  ],
  [
    'class.moved',
    async () => {
      const id = await addRecord(test.sql, 'section', 'coding', { start_at: '2026-12-01T02:00:00Z' });
      await test.sql(`update course_section set start_at = '2026-12-02T02:00:00Z' where id = $1`, [id]);
    },
  ],
  [
    'class.moved',
    async () => {
      const id = await addRecord(test.sql, 'lesson', 'coding', {
        type: 'LIVE_CLASS',
        section_id: ids.section,
        start_at: '2026-12-01T02:00:00Z',
        end_at: '2026-12-01T04:00:00Z',
      });
      await test.sql(`update lesson set start_at = null, end_at = null where id = $1`, [id]);
    },
  ],
  [
    'submission.reviewed',
    changes(
      'project_submission',
      'submission',
      `status = 'not-reviewed', review_score = null`,
      `status = 'checked', review_score = 88`,
    ),
  ],
  ['certificate.issued', changes('certificate', 'certificate', `status = 'pending'`, `status = 'issued'`)],
  [
    'certificate.revoked',
    changes(
      'certificate',
      'certificate',
      `status = 'issued', revoked_at = null`,
      `status = 'revoked', revoked_at = now()`,
    ),
  ],
  ['batch.finished', changes('batch', 'batch', `state = 'running'`, `state = 'done'`)],
];

it.each(cases)('writes %s once, with data as in the contract, and one delivery', async (type, work) => {
  const written = await wanting([type], async () => {
    await work();
    return recorded();
  });
  expect(written).toMatchObject([{ type, deliveries: 1 }]);
  const { data } = eventTypes[type];
  expect(data.strict().parse(written[0]?.['data'])).toEqual(written[0]?.['data']);
});

it('has a case for every type of the contract', () => {
  expect([...new Set(cases.map(([type]) => type))].toSorted()).toEqual(types.toSorted());
});

it('writes nothing when no webhook of the brand wants the type', async () => {
  await wanting(['order.paid'], member);
  await wanting(types, () => addUser(test.sql, 'cyber'));
  expect(await recorded()).toEqual([]);
  expect(await test.sql(`select from outbox where job = 'deliver-webhooks'`)).toHaveLength(0);
});

it('writes nothing for a change that no type describes', async () => {
  await wanting(types, async () => {
    const id = await addUser(test.sql, 'coding', { role: 'admin' });
    await test.sql('update "user" set last_login_at = now() where id = $1 or id = $2', [id, ids.user]);
    await test.sql(`update course set description = 'Baru' where id = $1`, [ids.course]);
    await test.sql('update lesson set start_at = now() where id = $1 and start_at is null', [ids.lesson]);
  });
  expect(await recorded()).toEqual([]);
});

it('writes one event per row of a large statement, a delivery per webhook that wants it, and one job', async () => {
  const count = 3000;
  const found = await wanting(['member.created', 'access.given'], () =>
    wanting2(async () => {
      await test.sql(
        `with added as (insert into "user" (tenant, email, name, password_hash, role)
            select 'coding', 'massal' || n || '@sample.test', 'Massal ' || n, 'none', 'member' from generate_series(1, $1) n returning id)
          insert into course_user (tenant, course_id, user_id) select 'coding', $2, id from added`,
        [count, ids.course],
      );
      return test.sql(`select event.type, count(distinct event.id)::int as events, count(*)::int as deliveries
        from event join webhook_delivery delivery on delivery.event_id = event.id group by event.type order by event.type`);
    }),
  );
  expect(found).toEqual([
    { type: 'access.given', events: count, deliveries: count },
    { type: 'member.created', events: count, deliveries: 2 * count },
  ]);
  expect(await test.sql(`select from outbox where job = 'deliver-webhooks'`)).toHaveLength(2);
});

/** Adds a second webhook, for new members only. */
async function wanting2<Result>(work: () => Promise<Result>): Promise<Result> {
  await test.sql(
    `insert into webhook (tenant, url, events) values ('coding', 'https://second.test', '{member.created}')`,
  );
  return work();
}

it('keeps nothing when the transaction is rolled back', async () => {
  await wanting(['member.created'], async () => {
    await test.sql(`do $$ begin
      insert into "user" (tenant, email, name, password_hash, role) values ('coding', 'batal@sample.test', 'Batal', 'none', 'member');
      raise division_by_zero; exception when division_by_zero then null; end $$`);
  });
  expect(await recorded()).toEqual([]);
});
