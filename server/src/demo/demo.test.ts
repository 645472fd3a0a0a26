/** Proves that the demo is the same in every run, adds up, and names nobody who exists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { courseDraft } from '#contract/course-draft.ts';
import { discountDraft, discounts } from '#contract/discount.ts';
import { demoUsers } from '#contract/demo.ts';
import { tenants, type Tenant } from '#contract/kernel.ts';
import { orderStatuses } from '#contract/order-status.ts';
import { DiscountStatus, finalPrice } from '#contract/price.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from '../tests/app.ts';
import { demoRows } from './demo-rows.ts';
import { fillDemo, isEmpty } from './fill.ts';
import { fictitiousPhone } from './phone.ts';

const hashes = { demo: 'demo', unknown: 'unknown' };
const now = new Date('2026-11-21T03:00:00Z');
const day = 86_400_000;
const rowsOf = (tenant: Tenant) => demoRows(tenant, now, hashes);

/** Of 0002_catalogue.sql, for what the demo leaves to the database. */
const columnDefaults = {
  productKind: 0,
  deliveryMode: 'online',
  courseKind: 'regular',
  hasCertificate: true,
  passingScore: 70,
  shift: null,
};

/** Every string anywhere in the records. */
function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

describe.each(tenants)('the demo of %s', (tenant) => {
  const rows = rowsOf(tenant);

  it('is the same in every run, and its ids do not depend on the day', () => {
    expect(rowsOf(tenant)).toEqual(rows);
    const later = demoRows(tenant, new Date(now.getTime() + 40 * day), hashes);
    expect(later.course.map(({ id }) => id)).toEqual(rows.course.map(({ id }) => id));
  });

  it("has no address and no phone that could be somebody's", () => {
    const addresses = strings(rows).flatMap((text) => text.match(/[^\s"<>]+@[^\s"<>]+\.[a-z]+/gi) ?? []);
    expect(addresses.length).toBeGreaterThan(1000);
    expect(addresses.filter((address) => !/@(example\.com|[a-z]+\.test)$/.test(address))).toEqual([]);
    const phones = [
      ...rows.user.map(({ phoneNumber }) => phoneNumber),
      ...rows.order.map(({ userPhone }) => userPhone),
      ...rows.trackingDocument
        .flatMap(({ fields }) => strings([fields['user_phone'], fields['phone'], fields['customer_service_number']]))
        .filter((text) => /\d/.test(text)),
    ];
    expect(phones.length).toBeGreaterThan(1500);
    expect(phones.filter((phone) => !fictitiousPhone.test(String(phone).replace(/\D/g, '')))).toEqual([]);
  });

  it('shows phones that begin with 08 and with 62, plain and dressed', () => {
    const phones = rows.user.map(({ phoneNumber }) => phoneNumber ?? '');
    for (const form of [/^08\d+$/, /^628\d+$/, /^\+62 /, /-/, /\(/])
      expect(phones.some((phone) => form.test(phone))).toBe(true);
  });

  it('links only to this site and to reserved domains', () => {
    const links = strings(rows).flatMap((text) => text.match(/https?:\/\/[^/"]+/g) ?? []);
    expect(links.filter((link) => !/^https:\/\/([a-z]+\.)?example\.com$/.test(link))).toEqual([]);
  });

  it('holds courses and discounts that their own forms would accept', () => {
    for (const { learningOutcomes, skills, instructors, ...row } of rows.course) {
      const lists = { learningOutcomes, skills, instructors };
      const read = Object.fromEntries(
        Object.entries(lists).map(([key, json]) => [key, JSON.parse(json ?? '[]') as unknown[]]),
      );
      const course = { ...columnDefaults, ...row, ...read };
      expect(courseDraft.safeParse(course).error).toBeUndefined();
      expect(read['instructors']).not.toEqual([]);
    }
    for (const { value: discount, ...row } of rows.discount)
      expect(discountDraft.safeParse({ ...row, discount }).error).toBeUndefined();
  });

  it('puts every status of an order among shop orders and tracking documents, and documents without one', () => {
    expect(new Set(rows.order.map(({ status }) => status))).toEqual(new Set(orderStatuses));
    const tracked = new Set(rows.trackingDocument.flatMap(({ status }) => strings(status)));
    expect([...orderStatuses].filter((status) => !tracked.has(status))).toEqual([]);
    expect(
      rows.trackingDocument.some(({ collection, status }) => collection === 'order_staging' && status === null),
    ).toBe(true);
  });

  it('adds up: items to an order, an order to its total, and no discount raises a price', () => {
    for (const order of rows.order) {
      const items = rows.orderItem.filter(({ orderId }) => orderId === order.id);
      expect(items.length).toBeGreaterThan(0);
      expect(order.subtotal).toBe(items.reduce((sum, { price }) => sum + price, 0));
      expect(order.discountAmount).toBe(items.reduce((sum, { discountAmount = 0 }) => sum + discountAmount, 0));
      expect(order.totalAmount).toBe(
        order.subtotal - (order.discountAmount ?? 0) - (order.voucherAmount ?? 0) + (order.uniqueCode ?? 0),
      );
      expect(order.totalAmount).toBeGreaterThan(0);
    }
    expect(rows.order.filter(({ discountAmount = 0 }) => discountAmount > 0).length).toBeGreaterThan(5);
  });

  it("numbers invoices by day in Jakarta, each once, and pays within an order's life", () => {
    const numbers = rows.order.map(({ invoiceNumber }) => invoiceNumber);
    expect(new Set(numbers).size).toBe(rows.order.length);
    for (const { invoiceNumber, createdAt = '', status, paidAt, expiredAt } of rows.order) {
      const date = new Date(Date.parse(createdAt) + 7 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', '');
      expect(invoiceNumber).toMatch(new RegExp(`^INV/${tenant}/${date}/\\d{4}$`));
      expect(paidAt !== null).toBe(status === 'paid' || status === 'refunded');
      if (paidAt) expect(Date.parse(paidAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
      if (status === 'unpaid' || status === 'pending')
        expect(Date.parse(expiredAt ?? '')).toBeGreaterThan(now.getTime());
    }
  });

  it('reaches from the last week to a year ago', () => {
    const ages = rows.order.map(({ createdAt = '' }) => now.getTime() - Date.parse(createdAt));
    expect(ages.filter((age) => age < 7 * day).length).toBeGreaterThan(20);
    expect(Math.max(...ages)).toBeGreaterThan(300 * day);
    expect(Math.min(...ages)).toBeGreaterThan(0);
  });

  it('never has two discounts in force on a product at once', () => {
    const inForce = new Map(
      rows.discount
        .filter(({ isActive, endDate }) => isActive && !(endDate && Date.parse(endDate) <= now.getTime()))
        .map((row) => [row.id, row]),
    );
    const held = [
      ...rows.discountCourse.map((link) => [link.discountId, link.courseId]),
      ...rows.discountPath.map((link) => [link.discountId, link.pathId]),
    ]
      .filter(([discount]) => inForce.has(discount ?? ''))
      .map(([, product]) => product);
    expect(held.length).toBeGreaterThan(10);
    expect(new Set(held).size).toBe(held.length);
    const prices = new Map([...rows.course, ...rows.learningPath].map(({ id, price = 0 }) => [id, price]));
    for (const { discountId, courseId } of rows.discountCourse) {
      const { discountType: type, value } = rows.discount.find(({ id }) => id === discountId)!;
      expect(finalPrice(prices.get(courseId) ?? 0, { type, value })).toBeLessThan(prices.get(courseId) ?? 0);
    }
  });

  it('has people with and without a course, and no course beyond its capacity', () => {
    const takers = new Set(rows.courseUser.map(({ userId }) => userId));
    const members = rows.user.filter(({ role }) => role === 'member');
    expect(members.filter(({ id }) => takers.has(id)).length).toBeGreaterThan(50);
    expect(members.filter(({ id }) => !takers.has(id)).length).toBeGreaterThan(4);
    for (const { id, capacity } of rows.course) {
      if (capacity)
        expect(rows.courseUser.filter(({ courseId }) => courseId === id).length).toBeLessThanOrEqual(capacity);
    }
  });

  it('has the odd documents that lists and exports must bear', () => {
    const names = rows.trackingDocument.map(({ fields }) => strings(fields['user_name'])[0] ?? '');
    for (const odd of [/^=/, /^\+/, /^-/, /^@/, /\p{Emoji_Presentation}/u, /^\s+$/])
      expect(names.some((name) => odd.test(name))).toBe(true);
    const moments = rows.trackingDocument
      .filter(({ collection }) => collection === 'order_staging')
      .map(({ fields }) => JSON.stringify(fields['timestamp']));
    expect(moments.filter((moment) => moment === undefined)).toHaveLength(3);
    const ties = [...Map.groupBy(moments, (moment) => moment)].filter(
      ([moment, same]) => moment !== undefined && same.length > 5,
    );
    expect(ties).toHaveLength(1);
  });
});

describe('filling', () => {
  let test: TestApp;
  let before: boolean;
  let filled: boolean;
  beforeAll(async () => {
    test = await testApp();
    before = await isEmpty(test.ownerUrl);
    filled = await fillDemo(test.ownerUrl);
  });
  afterAll(() => test.close());

  it('happens once, when there is nobody', async () => {
    expect([before, filled]).toEqual([true, true]);
    expect(await isEmpty(test.ownerUrl)).toBe(false);
    expect(await fillDemo(test.ownerUrl)).toBe(false);
  });

  it('gives each tenant its own, with the shifts', async () => {
    for (const tenant of tenants) {
      const db = test.database.tenant(tenant);
      expect((await db.selectFrom('shift').select('code').orderBy('id').execute()).map(({ code }) => code)).toEqual([
        'MORNING',
        'AFTERNOON',
        'EVENING',
        'WEEKEND',
      ]);
      expect(
        await db
          .selectFrom('course')
          .select((row) => row.fn.countAll().as('n'))
          .executeTakeFirst(),
      ).toEqual({ n: 40 });
    }
  });

  it('lets the demo users sign in, and nobody else by that password', async () => {
    const found = await test.sql(`select email from "user"
      where password_hash = (select password_hash from "user" where email = 'admin@demo.test' limit 1)`);
    expect(found).toHaveLength(demoUsers.length * tenants.length);
    expect(new Set(found.map(({ email }) => email))).toEqual(new Set(demoUsers.map(({ email }) => email)));
  });

  it('keeps the counts of lists exact', async () => {
    const counted = await test.sql(`
      select tenant, 'user' as table_name, count(*)::int as n from "user" group by tenant
      union all select tenant, 'order', count(*)::int from "order" group by tenant
      union all select tenant, 'tracking_document', count(*)::int from tracking_document where collection = 'order_staging' and order_key is not null group by tenant
      order by 1, 2`);
    expect(
      await test.sql(`select tenant, table_name, sum(n)::int as n from row_count group by 1, 2 order by 1, 2`),
    ).toEqual(counted);
    expect(
      await test.sql(`select 1 from "user" where total_courses <> (
      select count(*) from course_user link where link.tenant = "user".tenant and link.user_id = "user".id)`),
    ).toEqual([]);
  });

  it('leaves no trail of its own and the trail of people working', async () => {
    expect(await test.sql('select count(*)::int as n from audit')).toEqual([{ n: 0 }]);
    expect(await test.sql(`select 1 from pg_trigger where tgname = 'audit' and tgenabled <> 'O'`)).toEqual([]);
  });

  it('shows every status of a course and of a discount', async () => {
    for (const tenant of tenants) {
      const admin = await test.as('admin', tenant);
      const { body } = await admin.call(discounts.list, { query: { pageSize: 100 } });
      expect(new Set(body.discounts.map(({ status }) => status))).toEqual(new Set(Object.values(DiscountStatus)));
      expect(new Set(body.discounts.map(({ discountType }) => discountType)).size).toBe(3);
    }
    const cohorts =
      await test.sql(`select distinct case when not is_published then 'draft' when start_date > current_date then 'to do'
      when end_date < current_date then 'finished' else 'on going' end as status from course where type = 1 order by 1`);
    expect(cohorts.map(({ status }) => status)).toEqual(['draft', 'finished', 'on going', 'to do']);
  });
});
