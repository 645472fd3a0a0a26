/** Tests that the migration of the ledger carries the payments and refunds of existing orders. */
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

const database = `ledger_${process.pid}`;
const all = join(import.meta.dirname, '../migrations');
let former: string;
let admin: pg.Client;
let owner: pg.Client;
let url: string;

beforeAll(async () => {
  admin = new pg.Client(inject('ownerUrl'));
  await admin.connect();
  await admin.query(`create database ${database}`);
  const address = new URL(inject('ownerUrl'));
  address.pathname = database;
  url = address.href;
  former = await mkdtemp(join(tmpdir(), 'lectern-former-'));
  for (const name of (await readdir(all)).filter((one) => one < '0066'))
    await copyFile(join(all, name), join(former, name));
  await migrate(url, { jwtSecret: testJwtSecret, folder: former });
  owner = new pg.Client(url);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
  await rm(former, { recursive: true });
});

it('charges orders that were ever paid, and refunds those whose payment was returned', async () => {
  await owner.query(`
    with member as (insert into "user" (tenant, email, name, password_hash, role) values ('cyber', 'a@sample.test', 'Ani', '', 'member') returning id)
    insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status, payment_provider,
        payment_method, paid_at, refunded_at)
      select 'cyber', number, id, 'Ani', 'a@sample.test', '', total, total, status, 'midtrans', 'QRIS', paid_at, refunded_at
      from member, (values ('PAID', 90000, 'paid', timestamptz '2026-01-02', null), ('FREE', 0, 'paid', '2026-01-02', null),
        ('OPEN', 50000, 'unpaid', null, null), ('BACK', 70000, 'refunded', '2026-01-02', timestamptz '2026-01-05')
      ) made (number, total, status, paid_at, refunded_at)`);
  await migrate(url, { jwtSecret: testJwtSecret, contracts: true });
  const { rows } = await owner.query<{ line: string }>(
    `select concat_ws(' ', invoice_number, kind, amount, provider, method, to_char(at at time zone 'UTC', 'YYYY-MM-DD')) as line
      from payment join "order" on "order".id = order_id order by 1`,
  );
  expect(rows.map(({ line }) => line)).toEqual([
    'BACK charge 70000 midtrans QRIS 2026-01-02',
    'BACK refund -70000 midtrans QRIS 2026-01-05',
    'PAID charge 90000 midtrans QRIS 2026-01-02',
  ]);
});
