/** Tests over HTTP of the import of memberships and of past orders: refusals, effects, the batch, and its undo. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undoBatch } from '#contract/batch/endpoints.ts';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { addRecord } from '#shared/testing/sample.ts';
import { batchRoutes } from '../../../services/batch/routes.ts';
import { membershipImportBatch } from './memberships.ts';
import { orderImportBatch } from './orders.ts';
import { importRoutes } from './routes.ts';
import { importRows, linesByState, preview } from './testing/import-file.ts';

let test: TestApp;
let siti: string;
let budi: string;
let full: string;
let open: string;
beforeAll(async () => {
  test = await testAppOf([importRoutes, batchRoutes([membershipImportBatch, orderImportBatch])]);
  const member = async (name: string, externalId: string) => {
    const [row] = await test.sql(
      `insert into "user" (tenant, name, password_hash, email, external_id, role) values ('coding', $1, '', $2, $3, 'member') returning id`,
      [name, `${name.toLowerCase()}@lama.test`, externalId],
    );
    return String(row!['id']);
  };
  siti = await member('Siti', 'A1');
  budi = await member('Budi', 'A2');
  open = await addRecord(test.sql, 'course', 'coding', { name: 'Dasar Python', capacity: null });
  full = await addRecord(test.sql, 'course', 'coding', { name: 'Kelas Kecil', capacity: 1, type: 1 });
  await addRecord(test.sql, 'course', 'coding', { name: 'Kembar' });
  await addRecord(test.sql, 'course', 'coding', { name: 'Kembar' });
});
afterAll(() => test.close());

const undo = async (batchId: string) =>
  (await (await test.as('admin')).call(undoBatch, { params: { id: batchId } })).body;

describe('memberships', () => {
  const kind = { kind: 'memberships' };
  const rows = () => [
    ['nim', 'kelas'],
    ['A1', 'dasar python'],
    ['A2', open],
    ['A1', 'Kelas Kecil'],
    ['A2', 'Kelas Kecil'],
    ['A1', 'Dasar Python'],
    ['A9', 'Dasar Python'],
    ['A1', 'Kembar'],
    ['A1', 'Tidak ada'],
    ['A1', ''],
  ];
  const held = () => test.sql('select user_id, course_id from course_user order by course_id, user_id');

  it('shows the seats, refuses what is full, unknown or ambiguous, assigns the others, and is undone', async () => {
    const { body } = await preview(test, rows(), kind);
    expect(linesByState(body)).toEqual({ new: [2, 3, 4], refused: [5, 6, 7, 8, 9, 10] });
    expect(body.rows.flatMap(({ faults }) => faults.map(({ reason }) => reason))).toEqual([
      'This course is full: 1 of 1 places are taken',
      'Row 2 gives the same membership',
      'There is no such member: import the members first',
      '2 courses have this name: write the id',
      'There is no course with this name, address or id',
      'Write a course',
    ]);
    expect(body.effects.seats).toEqual([
      { courseId: open, name: 'Dasar Python', before: 0, after: 2, capacity: null },
      { courseId: full, name: 'Kelas Kecil', before: 0, after: 1, capacity: 1 },
    ]);
    const { body: batch } = await importRows(test, rows(), kind);
    expect(batch).toMatchObject({ title: 'Import 3 memberships', done: 3, failed: 0 });
    const after = [
      { user_id: siti, course_id: open },
      { user_id: budi, course_id: open },
      { user_id: siti, course_id: full },
    ];
    expect(await held()).toEqual(expect.arrayContaining(after));
    expect(linesByState((await preview(test, rows(), kind)).body)).toMatchObject({ unchanged: [2, 3, 4, 6] });
    expect(await undo(batch.batchId)).toMatchObject({ undone: 3, kept: 0 });
    expect(await held()).toEqual([]);
  });

  it('leaves places to those for whom they are held, and names access that has ended', async () => {
    await test.sql(
      `insert into course_waiting (tenant, course_id, user_id, offered_at, offer_ends_at, offer_hours, offered_by)
        values ('coding', $1, $2, now(), now() + interval '1 day', 24, 'link')`,
      [full, budi],
    );
    await test.sql(
      `insert into course_user (tenant, course_id, user_id, access_ends_on) values ('coding', $1, $2, '2026-01-31')`,
      [open, siti],
    );
    const { body } = await preview(
      test,
      [
        ['nim', 'kelas'],
        ['A1', 'Kelas Kecil'],
        ['A2', 'Kelas Kecil'],
        ['A1', 'Dasar Python'],
      ],
      kind,
    );
    expect(linesByState(body)).toEqual({ new: [3], refused: [2, 4] });
    expect(body.rows.flatMap(({ faults }) => faults.map(({ reason }) => reason))).toEqual([
      'This course is full: 0 of 1 places are taken and 1 held for others',
      'Access ended on 31 Jan 2026: extend it among the members of the course',
    ]);
    const path = await addRecord(test.sql, 'learning-path', 'coding', {});
    await test.sql(
      `insert into learning_path_course (tenant, path_id, course_id, position) values ('coding', $1, $2, 1)`,
      [path, open],
    );
    await test.sql(`insert into learning_path_user (tenant, path_id, user_id) values ('coding', $1, $2)`, [path, siti]);
    const kept = await preview(
      test,
      [
        ['nim', 'kelas'],
        ['A1', 'Dasar Python'],
      ],
      kind,
    );
    expect(JSON.stringify(kept.body.rows)).not.toContain('Access ended');
    await test.sql(`delete from learning_path_user where path_id = $1`, [path]);
    await test.sql(`delete from learning_path_course where path_id = $1`, [path]);
    await test.sql(`delete from course_waiting`);
    await test.sql(`delete from course_user`);
  });

  it('refuses a course that has become full', async () => {
    const { body: batch } = await importRows(
      test,
      [
        ['nim', 'kelas'],
        ['A1', 'Kelas Kecil'],
      ],
      kind,
    );
    expect(batch).toMatchObject({ done: 1 });
    expect(
      (
        await importRows(
          test,
          [
            ['nim', 'kelas'],
            ['A2', 'Kelas Kecil'],
          ],
          kind,
        )
      ).status,
    ).toBe(409);
    await undo(batch.batchId);
  });
});

describe('past orders', () => {
  const kind = { kind: 'orders' };
  const rows = [
    ['No. Invoice', 'Email', 'Produk', 'Total', 'Status', 'Tanggal'],
    ['L-1', 'siti@lama.test', 'Dasar Python', 'Rp1.500.000', 'Lunas', '23/11/2024 14.00'],
    ['L-2', 'budi@lama.test', 'Dasar Python', '250000', 'expired', '2024-11-24'],
    ['L-1', 'budi@lama.test', 'Dasar Python', '1', 'Lunas', '2024-11-24'],
    ['L-3', 'budi@lama.test', 'Dasar Python', '1', 'Batal', '2024-11-24'],
    ['L-4', 'budi@lama.test', 'Dasar Python', 'satu', 'Lunas', '2924-11-24'],
    ['L-5', 'tiada@lama.test', 'Dasar Python', '1', 'Lunas', '2024-11-24'],
  ];

  it('appear in Sales by their day, open nothing, change nothing the second time, and are undone', async () => {
    const { body } = await preview(test, rows, kind);
    expect(linesByState(body)).toEqual({ new: [2, 3], refused: [4, 5, 6, 7] });
    expect(body.rows[1]!.changes.at(-1)).toMatchObject({ label: 'Date', after: '24 Nov 2024, 00.00 WIB' });
    expect(body.effects).toEqual({
      seats: [],
      money: [
        { status: 'paid', orders: 1, amount: 1_500_000 },
        { status: 'expired', orders: 1, amount: 250_000 },
      ],
      mails: 0,
    });
    const { body: batch } = await importRows(test, rows, kind);
    expect(batch).toMatchObject({ title: 'Import 2 orders', done: 2 });
    const stored = () =>
      test.sql(`select invoice_number, status, total_amount, created_at, paid_at, sold_on::text, is_ours, product_name, is_opened
        from "order" join order_item on order_id = id order by invoice_number`);
    const at = new Date('2024-11-23T07:00:00Z');
    expect(await stored()).toMatchObject([
      {
        invoice_number: 'L-1',
        status: 'paid',
        total_amount: 1_500_000,
        created_at: at,
        paid_at: at,
        sold_on: '2024-11-23',
        is_ours: false,
        product_name: 'Dasar Python',
        is_opened: false,
      },
      { invoice_number: 'L-2', status: 'expired', paid_at: null, sold_on: null },
    ]);
    expect(await test.sql('select from course_user')).toEqual([]);
    expect(await test.sql('select from outbox')).toEqual([]);
    expect(linesByState((await preview(test, rows, kind)).body)).toMatchObject({ unchanged: [2, 3] });
    await test.sql(`update "order" set status = 'cancelled' where invoice_number = 'L-2'`);
    expect(await undo(batch.batchId)).toMatchObject({ undone: 1, kept: 1 });
    expect(await stored()).toMatchObject([{ invoice_number: 'L-2' }]);
  });
});
