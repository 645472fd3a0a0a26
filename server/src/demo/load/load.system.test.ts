/** Tests that bulk loading creates the same consistent rows in every database, and only once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from '../../tests/app.ts';
import { fillDemo } from '../fill.ts';
import { fictitiousPhone } from '../phone.ts';
import { loadTenant } from './load.ts';

const now = new Date('2026-11-21T03:00:00Z');
const sizes = { users: 300, courses: 60, orders: 900, tracking: 900 };

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
  await fillDemo(test.ownerUrl, now);
  await loadTenant(test.ownerUrl, 'coding', sizes, now);
});
afterAll(() => test.close());

const totals = () =>
  test.sql(`select
  (select count(*)::int from "user" where tenant = 'coding') as users, (select count(*)::int from course where tenant = 'coding') as courses,
  (select count(*)::int from "order" where tenant = 'coding') as orders,
  (select count(*)::int from tracking_document where tenant = 'coding' and collection = 'order_staging') as tracking`);

/** Expected row in `row_count` for a table. */
const countOf = (table: string) =>
  test.sql(`select $1 as table_name, count(*)::int as n from ${table} where tenant = 'coding'`, [table]);

describe('loading', () => {
  it('fills one tenant up to the sizes, and changes nothing the second time', async () => {
    expect(await totals()).toEqual([sizes]);
    expect(await loadTenant(test.ownerUrl, 'coding', sizes, now)).toEqual({
      users: 0,
      courses: 0,
      orders: 0,
      tracking: 0,
      vouchers: 0,
      paths: 0,
    });
    expect(await totals()).toEqual([sizes]);
    expect(await test.sql(`select count(*)::int as n from course where tenant = 'cyber'`)).toEqual([{ n: 40 }]);
  });

  it('creates equal records in another database', async () => {
    const other = await testApp();
    try {
      await fillDemo(other.ownerUrl, now);
      await loadTenant(other.ownerUrl, 'coding', sizes, now);
      const digest = `select md5(string_agg(to_jsonb(o)::text, '' order by o.id)) as orders,
        (select md5(string_agg(fields::text || coalesce(status::text, ''), '' order by id)) from tracking_document where tenant = 'coding') as documents
        from "order" o where tenant = 'coding'`;
      expect(await other.sql(digest)).toEqual(await test.sql(digest));
    } finally {
      await other.close();
    }
  });

  it('has consistent sums', async () => {
    expect(
      await test.sql(`select o.id from "order" o join order_item i on i.tenant = o.tenant and i.order_id = o.id
      group by o.tenant, o.id having o.subtotal <> sum(i.price) or o.discount_amount <> sum(i.discount_amount)
        or o.total_amount <> o.subtotal - o.discount_amount - o.voucher_amount + coalesce(o.unique_code, 0)`),
    ).toEqual([]);
    expect(
      await test.sql(
        `select 1 from "order" o where not exists (select from order_item i where i.tenant = o.tenant and i.order_id = o.id)`,
      ),
    ).toEqual([]);
  });

  it('keeps the counts exact and writes no audit rows', async () => {
    expect(
      await test.sql(
        `select table_name, sum(n)::int as n from row_count where tenant = 'coding' group by 1 order by 1`,
      ),
    ).toEqual([
      { table_name: 'order', n: sizes.orders },
      ...(await countOf('project_submission')),
      ...(await countOf('subscription')),
      { table_name: 'tracking_document', n: sizes.tracking - 3 },
      { table_name: 'user', n: sizes.users },
    ]);
    expect(await test.sql('select count(*)::int as n from audit')).toEqual([{ n: 0 }]);
  });

  it('has only addresses and phones that cannot belong to anybody', async () => {
    const rows = await test.sql(`select email, phone_number from "user"`);
    expect(rows.filter(({ email }) => !/@(example\.com|[a-z]+\.test)$/.test(String(email)))).toEqual([]);
    expect(rows.filter(({ phone_number: phone }) => !fictitiousPhone.test(String(phone).replace(/\D/g, '')))).toEqual(
      [],
    );
  });

  it('stores the phone of each member in E.164 too', async () => {
    const rows = await test.sql(
      `select phone_number from "user" where role = 'member' and phone_e164 is distinct from '+62' || search_phone(phone_number)`,
    );
    expect(rows).toEqual([]);
  });
});
