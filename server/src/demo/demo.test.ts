/** Tests that the demo is equal in every run, consistent, and contains no real people. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBatches } from '#contract/batch/endpoints.ts';
import { listCertificateCourses, listCertificateMembers } from '#contract/certificate/endpoints.ts';
import { courseDraft } from '#contract/course/draft.ts';
import { discountDraft, discounts } from '#contract/discount/endpoints.ts';
import { getToday } from '#contract/home/endpoints.ts';
import { voucherDraft, vouchers } from '#contract/voucher/endpoints.ts';
import { demoUsers } from '#contract/auth/demo-users.ts';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { otherItems, priceSteps } from '#contract/order/amounts.ts';
import { orderStatuses } from '#contract/order/status.ts';
import { orderSentence } from '#contract/pricing/words.ts';
import { finalPrice, statusOf } from '#contract/pricing/price.ts';
import {
  type Promotion,
  type PromotionBadge,
  badgeOf,
  discountBadges,
  promotionBadges,
} from '#contract/pricing/promotion-badge.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from '../tests/app.ts';
import { demoRows } from './demo-rows.ts';
import { fillDemo, isEmpty } from './fill.ts';
import { fictitiousPhone } from './phone.ts';

const hashes = { demo: 'demo', unknown: 'unknown' };
const now = new Date('2026-11-21T03:00:00Z');
const day = 86_400_000;
const publicFile = (path: string) => join(import.meta.dirname, '../../../admin/public', path);
const rowsOf = (tenant: Tenant) => demoRows(tenant, now, hashes);

/** Defaults of 0007_course.sql for columns that the demo leaves to the database. */
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

  it('is equal in every run, and its ids do not depend on the day', () => {
    expect(rowsOf(tenant)).toEqual(rows);
    const later = demoRows(tenant, new Date(now.getTime() + 40 * day), hashes);
    expect(later.course.map(({ id }) => id)).toEqual(rows.course.map(({ id }) => id));
  });

  it('has only addresses and phones that cannot belong to anybody', () => {
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

  it('stores the phone of each user in E.164 too', () => {
    const wrong = rows.user.filter(
      ({ phoneNumber = '', phoneE164 }) => phoneE164 !== `+628120000${phoneNumber.replace(/\D/g, '').slice(-4)}`,
    );
    expect(wrong).toEqual([]);
  });

  it('gives tracked orders of its users the phones of these users', () => {
    const last = (phone: unknown) => String(phone).replaceAll(/\D/g, '').slice(-4);
    const textOf = (field: unknown) => strings(field)[0];
    const byEmail = new Map(rows.user.map(({ email, phoneNumber }) => [email, last(phoneNumber)]));
    const theirs = rows.trackingDocument.filter(({ fields }) => byEmail.has(textOf(fields['user_email']) ?? ''));
    const other = theirs.filter(
      ({ fields }) => last(textOf(fields['user_phone'])) !== byEmail.get(textOf(fields['user_email']) ?? ''),
    );
    expect(theirs.length).toBeGreaterThan(100);
    expect(other.length).toBeLessThan(theirs.length / 50);
  });

  it('has phones that begin with 08 and with 62, plain and formatted', () => {
    const phones = rows.user.map(({ phoneNumber }) => phoneNumber ?? '');
    for (const form of [/^08\d+$/, /^628\d+$/, /^\+62 /, /-/, /\(/])
      expect(phones.some((phone) => form.test(phone))).toBe(true);
  });

  it('has pictures of past classes, a picture in a question and a file, all existing and with their sizes', () => {
    const held = new Set(
      rows.lesson.filter(({ endAt }) => endAt && Date.parse(endAt) < now.getTime()).map(({ id }) => id),
    );
    expect(rows.lessonDocumentation.length).toBeGreaterThan(3);
    expect(rows.lessonDocumentation.filter(({ lessonId }) => !held.has(lessonId))).toEqual([]);
    const shown = new Set(
      strings([rows.lessonDocumentation, rows.question, rows.projectSubmission]).filter((text) =>
        text.startsWith('/demo/'),
      ),
    );
    expect(shown.size).toBeGreaterThan(2);
    for (const path of shown) expect(statSync(publicFile(path)).size).toBeGreaterThan(1000);
    const files = rows.lesson.flatMap(
      ({ attachments }) => JSON.parse(attachments ?? '[]') as { url: string; size: number }[],
    );
    expect(files.length).toBeGreaterThan(0);
    for (const { url, size } of files) expect(statSync(publicFile(url)).size).toBe(size);
  });

  it('links only to this site, this machine and to reserved domains', () => {
    const links = strings(rows).flatMap((text) => text.match(/https?:\/\/[^/"]+/g) ?? []);
    expect(
      links.filter((link) => !/^http:\/\/127\.0\.0\.1(:|$)|^https:\/\/([a-z]+\.)?example\.com$/.test(link)),
    ).toEqual([]);
  });

  it('has courses, discounts and vouchers that are valid in their forms', () => {
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
    for (const { value: discountPrice, ...row } of rows.voucher)
      expect(voucherDraft.safeParse({ ...row, discountPrice }).error).toBeUndefined();
  });

  it('has every order status among shop orders and tracking documents, and documents without one', () => {
    expect(new Set(rows.order.map(({ status }) => status))).toEqual(new Set(orderStatuses));
    const tracked = new Set(rows.trackingDocument.flatMap(({ status }) => strings(status)));
    expect([...orderStatuses].filter((status) => !tracked.has(status))).toEqual([]);
    expect(
      rows.trackingDocument.some(({ collection, status }) => collection === 'order_staging' && status === null),
    ).toBe(true);
  });

  it('has used vouchers: an order with a code is a use, released when the order was given up', () => {
    const named = rows.order.filter(({ voucherCode }) => voucherCode);
    expect(rows.voucherRedemption).toHaveLength(named.length);
    const held = rows.voucherRedemption.filter(({ releasedAt }) => !releasedAt).map(({ orderId }) => orderId);
    const counting = named.filter(({ status }) => ['unpaid', 'pending', 'paid'].includes(status));
    expect(held.length).toBeGreaterThan(1);
    expect(new Set(held)).toEqual(new Set(counting.map(({ id }) => id)));
    const releasedAt = new Map(rows.voucherRedemption.map((use) => [use.orderId, use.releasedAt]));
    const refunded = named.filter(({ status }) => status === 'refunded');
    expect(refunded.filter(({ id, refundedAt }) => releasedAt.get(id) !== refundedAt)).toEqual([]);
    const known = new Set([...rows.voucher, ...rows.voucherCode].map(({ code }) => code));
    expect(rows.order.filter(({ voucherCode }) => voucherCode && !known.has(voucherCode))).toEqual([]);
  });

  it('has vouchers that are active, inactive, scheduled, expired, used up, and for all products', () => {
    const at = now.getTime();
    const statuses = rows.voucher.map(({ startDate, endDate = null, isActive = false }) =>
      statusOf({ startDate, endDate, isActive }, at),
    );
    expect(new Set(statuses)).toEqual(new Set(Object.values(SwitchStatus)));
    const usedUp = rows.voucher.filter(
      ({ id, quota }) =>
        quota === rows.voucherRedemption.filter((use) => use.voucherId === id && !use.releasedAt).length,
    );
    expect(usedUp.map(({ code }) => code)).toEqual(['HEMAT100']);
    expect(rows.voucher.some(({ allProduct }) => allProduct)).toBe(true);
  });

  it('has subscribers of every status, bought by orders, with event vouchers of every status and within their quota', () => {
    const today = new Date(now.getTime() + 7 * 3_600_000).toISOString().slice(0, 10);
    const active = rows.subscription.filter(({ endDate, cancelledAt }) => !cancelledAt && endDate >= today);
    const expired = rows.subscription.filter(({ endDate, cancelledAt }) => !cancelledAt && endDate < today);
    expect(Math.min(active.length, expired.length)).toBeGreaterThan(3);
    expect(rows.subscription.some(({ cancelledAt }) => cancelledAt)).toBe(true);
    const orders = new Map(rows.order.map(({ id, userId }) => [id, userId]));
    const bought = rows.subscription.filter(({ orderId }) => orderId);
    expect(bought.length).toBeGreaterThan(20);
    expect(bought.filter(({ orderId, userId }) => orders.get(orderId ?? '') !== userId)).toEqual([]);
    const of = (id: string) => rows.eventVoucher.filter(({ subscriptionId }) => subscriptionId === id);
    const taken = (id: string) => of(id).reduce((sum, { quota = 1 }) => sum + quota, 0);
    expect(rows.subscription.filter(({ id, eventVoucherQuota }) => taken(id) > eventVoucherQuota)).toEqual([]);
    const isLate = ({ redeemedAt, expiredAt }: { redeemedAt?: unknown; expiredAt: string }) =>
      Date.parse(String(redeemedAt)) > Date.parse(expiredAt);
    expect(rows.eventVoucher.filter(isLate)).toEqual([]);
    const isLeft = ({ quota = 1, used = 0 }: { quota?: number; used?: number }) => used < quota;
    const open = active.flatMap(({ id }) => of(id)).filter(isLeft);
    expect(open.filter(({ expiredAt }) => Date.parse(expiredAt) > now.getTime()).length).toBeGreaterThan(0);
    expect(rows.eventVoucher.filter((voucher) => !isLeft(voucher)).length).toBeGreaterThan(0);
    expect(
      rows.eventVoucher.filter((voucher) => isLeft(voucher) && Date.parse(voucher.expiredAt) < now.getTime()).length,
    ).toBeGreaterThan(0);
    const spent = active.filter(({ id, eventVoucherQuota }) => taken(id) === eventVoucherQuota && !of(id).some(isLeft));
    expect(spent.length).toBeGreaterThan(0);
  });

  it('has transfers of gateways in its bank statement that are payouts, booked on their day', () => {
    const lines = rows.bankLine.filter(({ description }) => description.includes('MIDTRANS'));
    expect(lines.map(({ state = 'open' }) => state).toSorted()).toEqual(['ignored', 'open']);
    const paidOut = rows.payout.map(({ net, paidOutOn }) => ({ amount: net, bookedOn: paidOutOn }));
    for (const { amount, bookedOn } of lines) expect(paidOut).toContainEqual({ amount, bookedOn });
  });

  it('has consistent sums: items per order, discounts per order, and no discount that raises a price', () => {
    for (const order of rows.order) {
      const items = rows.orderItem.filter(({ orderId }) => orderId === order.id);
      expect(items.length).toBeGreaterThan(0);
      expect(order.subtotal).toBe(items.reduce((sum, { price }) => sum + price, 0));
      expect(order.discountAmount).toBe(items.reduce((sum, { discountAmount = 0 }) => sum + discountAmount, 0));
      expect(order.totalAmount).toBe(
        order.subtotal - (order.discountAmount ?? 0) - (order.voucherAmount ?? 0) + (order.uniqueCode ?? 0),
      );
      if (!order.seatOf) expect(order.totalAmount).toBeGreaterThan(0);
    }
    expect(rows.order.filter(({ discountAmount = 0 }) => discountAmount > 0).length).toBeGreaterThan(5);
  });

  it('has sent schedules for the classes of started cohorts, to their members', () => {
    const courses = new Map(rows.course.map((course) => [course.id, course]));
    const sections = new Map(rows.courseSection.map((section) => [section.id, section]));
    const events = new Map(rows.calendarEvent.map((event) => [event.id, event]));
    expect(events.size).toBeGreaterThan(10);
    for (const { sectionId } of events.values()) {
      const { startAt, courseId } = sections.get(sectionId ?? '')!;
      expect(startAt).toBeTruthy();
      expect(courses.get(courseId)?.type).toBe(1);
    }
    const starts = [...events.values()].map(({ sectionId }) =>
      Date.parse(sections.get(sectionId ?? '')!.startAt ?? ''),
    );
    expect(starts.some((at) => at < now.getTime()) && starts.some((at) => at > now.getTime())).toBe(true);
    const emails = new Map(rows.user.map(({ id, email }) => [id, email]));
    for (const { eventId, email } of rows.calendarInvitation) {
      const { courseId } = sections.get(events.get(eventId)?.sectionId ?? '')!;
      const members = rows.courseUser
        .filter((one) => one.courseId === courseId)
        .map(({ userId }) => emails.get(userId));
      const teaches = rows.user.some((one) => one.email === email && one.role === 'instructor');
      expect(teaches || members.includes(email)).toBe(true);
    }
  });

  it('has members who are done, half way and at the start, and quizzes failed and then passed', () => {
    const sections = new Map(rows.courseSection.map(({ id, courseId }) => [id, courseId]));
    const items = [...rows.lesson, ...rows.quiz];
    const courseOf = new Map(items.map(({ id, sectionId }) => [id, sections.get(sectionId ?? '')]));
    const has = new Set(rows.courseUser.map(({ courseId, userId }) => `${courseId} ${userId}`));
    const done = new Map<string, Set<string>>();
    for (const [id, userId] of [
      ...rows.lessonCompletion.map((row) => [row.lessonId, row.userId] as const),
      ...rows.quizAttempt.map((row) => [row.quizId, row.userId] as const),
    ]) {
      const member = `${courseOf.get(id)} ${userId}`;
      expect(has.has(member)).toBe(true);
      done.set(member, (done.get(member) ?? new Set()).add(id));
    }
    const shares = [...done].map(
      ([member, its]) => its.size / items.filter(({ id }) => courseOf.get(id) === member.split(' ')[0]).length,
    );
    for (const [min, max] of [
      [0.02, 0.35],
      [0.35, 0.65],
      [1, 1],
    ] as const)
      expect(shares.filter((one) => one >= min && one <= max).length).toBeGreaterThan(5);
    const byMember = Map.groupBy(rows.quizAttempt, ({ quizId, userId }) => `${quizId} ${userId}`);
    const tries = [...byMember.values()].map((all) => all.map(({ score }) => score));
    expect(tries.filter(([first = 0, next = 0]) => first < 70 && next >= 70).length).toBeGreaterThan(5);
  });

  it('has submissions of courses and paths by their members, as links and files, in several attempts, reviewed and waiting', () => {
    const all = rows.projectSubmission;
    const has = new Set([
      ...rows.courseUser.map(({ courseId, userId }) => `${courseId} ${userId}`),
      ...rows.learningPathUser.map(({ pathId, userId }) => `${pathId} ${userId}`),
    ]);
    expect(all.filter(({ courseId, pathId, userId }) => !has.has(`${courseId ?? pathId} ${userId}`))).toEqual([]);
    const kinds: ((one: (typeof all)[number]) => unknown)[] = [
      ({ status }) => status === 'not-reviewed',
      ({ status }) => status === 'checked',
      ({ status }) => status === null,
      ({ pathId }) => pathId,
      ({ submissionUrl }) => submissionUrl,
      ({ fileUrl }) => fileUrl,
      ({ attempt = 1 }) => attempt > 1,
    ];
    const [waiting = 0, ...others] = kinds.map((isIt) => all.filter(isIt).length);
    expect(waiting).toBeGreaterThan(10);
    expect(Math.min(...others)).toBeGreaterThan(0);
    const byMember = Map.groupBy(all, ({ courseId, pathId, userId }) => `${courseId ?? pathId} ${userId}`);
    for (const attempts of byMember.values()) {
      const inOrder = attempts.toSorted((one, other) => (one.submittedAt! < other.submittedAt! ? -1 : 1));
      expect(inOrder.map(({ attempt }) => attempt)).toEqual(attempts.map((_, index) => index + 1));
    }
  });

  it('answers questions with their own options, or with a text', () => {
    const questions = new Map(rows.question.map((one) => [one.id, one]));
    for (const { quizId, answers } of rows.quizAttempt)
      for (const [id, answer] of Object.entries(JSON.parse(answers!) as Record<string, string | string[]>)) {
        const { quizId: its, options } = questions.get(id)!;
        expect(its).toBe(quizId);
        const own = (JSON.parse(String(options)) as { optionId: string }[]).map(({ optionId }) => optionId);
        if (own.length > 0) expect(own).toEqual(expect.arrayContaining([answer].flat()));
        else expect(String(answer).length).toBeGreaterThan(0);
      }
  });

  it('has orders whose steps add up to the total, and whose sentences say each of them', () => {
    for (const order of rows.order) {
      const { discountAmount = 0, voucherCode = null, voucherAmount = 0, uniqueCode = null, createdAt = '' } = order;
      const items = rows.orderItem.filter(({ orderId }) => orderId === order.id);
      const stored = { ...order, items, discountAmount, voucherCode, voucherAmount, uniqueCode, createdAt };
      const steps = priceSteps(stored);
      expect(otherItems(stored)).toBe(0);
      expect(steps.filter(({ kind }) => kind === 'other')).toEqual([]);
      expect(steps.reduce((sum, { amount }) => sum + amount, order.subtotal)).toBe(order.totalAmount);
      const [, afterTotal = ''] = orderSentence(stored).split(' adalah ');
      const amounts = [...afterTotal.matchAll(/(?:^|harga |sebesar )Rp(\d+(?:\.\d{3})*)/g)].map(([, digits = '']) =>
        Number(digits.replaceAll('.', '')),
      );
      const changes = steps.map(({ amount }) => Math.abs(amount));
      expect(amounts).toEqual([order.totalAmount, ...(changes.length > 0 ? [order.subtotal, ...changes] : [])]);
    }
  });

  it('numbers invoices by day in Jakarta without duplicates, and pays before the order expires', () => {
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

  it('has orders from the last week to a year ago', () => {
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

  it('has the unusual documents that lists and exports must handle', () => {
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

  it('happens once, when there are no users', async () => {
    expect([before, filled]).toEqual([true, true]);
    expect(await isEmpty(test.ownerUrl)).toBe(false);
    expect(await fillDemo(test.ownerUrl)).toBe(false);
  });

  it('gives each tenant its own records, with the shifts', async () => {
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

  it('lets only the demo users sign in with the demo password', async () => {
    const found = await test.sql(`select email from "user"
      where password_hash = (select password_hash from "user" where email = 'admin@demo.test' limit 1)`);
    expect(found).toHaveLength(demoUsers.length * tenants.length);
    expect(new Set(found.map(({ email }) => email))).toEqual(new Set(demoUsers.map(({ email }) => email)));
  });

  it('keeps the counts of lists exact', async () => {
    const counted = await test.sql(`
      select tenant, 'user' as table_name, count(*)::int as n from "user" group by tenant
      union all select tenant, 'order', count(*)::int from "order" group by tenant
      union all select tenant, 'project_submission', count(*)::int from project_submission group by tenant
      union all select tenant, 'subscription', count(*)::int from subscription group by tenant
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

  it('has a few of each list of paid and access, by orders, tracked orders and neither, and more that is intended', async () => {
    for (const tenant of tenants) {
      const rows = await test.sql(
        `select case when intended_reason is null then kind else 'intended' end as list, source, count(*)::int as n
          from access_gap where tenant = $1 group by 1, 2`,
        [tenant],
      );
      const sum = (list: string, source?: string) =>
        rows
          .filter((row) => row['list'] === list && (!source || row['source'] === source))
          .reduce((all, { n }) => all + Number(n), 0);
      for (const list of ['paid-no-access', 'access-unpaid', 'intended']) {
        expect([list, sum(list)]).toEqual([list, expect.toSatisfy((n: number) => n >= 5 && n <= 60)]);
      }
      for (const [list, source] of [
        ['paid-no-access', 'order'],
        ['paid-no-access', 'tracking'],
        ['access-unpaid', 'order'],
        ['access-unpaid', 'none'],
      ] as const)
        expect([tenant, list, source, sum(list, source) > 0]).toEqual([tenant, list, source, true]);
    }
  });

  it('writes no audit rows, and keeps those of users', async () => {
    expect(await test.sql('select count(*)::int as n from audit')).toEqual([{ n: 0 }]);
    expect(await test.sql(`select 1 from pg_trigger where tgname like 'audit%' and tgenabled <> 'O'`)).toEqual([]);
  });

  it('has bulk changes with refused records, with skipped ones and an undone one, of records that have these values', async () => {
    for (const tenant of tenants) {
      const admin = await test.as('admin', tenant);
      const { batches } = (await admin.call(listBatches, { query: {} })).body;
      expect(batches.map(({ isUndo, done, skipped, failed }) => [isUndo, done > 0, skipped > 0, failed > 0])).toEqual([
        [false, true, false, true],
        [false, true, true, false],
        [true, false, false, false],
      ]);
    }
    expect(
      await test.sql(`select record_id from batch_row where state in ('done', 'skipped') and record_id not in (
        select id from course where is_published union all select id from "order" where status = 'cancelled')`),
    ).toEqual([]);
  });

  it('has every status of a course and of a discount', async () => {
    for (const tenant of tenants) {
      const admin = await test.as('admin', tenant);
      const { body } = await admin.call(discounts.list, { query: { pageSize: 100 } });
      expect(new Set(body.discounts.map(({ status }) => status))).toEqual(new Set(Object.values(SwitchStatus)));
      expect(new Set(body.discounts.map(({ discountType }) => discountType)).size).toBe(3);
    }
    const cohorts =
      await test.sql(`select distinct case when not is_published then 'draft' when start_date > current_date then 'to do'
      when end_date < current_date then 'finished' else 'on going' end as status from course where type = 1 order by 1`);
    expect(cohorts.map(({ status }) => status)).toEqual(['draft', 'finished', 'on going', 'to do']);
  });

  it.each([
    ['discounts', discounts.list as unknown as typeof vouchers.list, discountBadges],
    ['vouchers', vouchers.list, promotionBadges],
  ] as const)(
    'has %s that the badges of the filter find once, and only active ones on the start page',
    async (rows, list, badges) => {
      for (const tenant of tenants) {
        const admin = await test.as('admin', tenant);
        const listed = async (status?: PromotionBadge) => {
          const { body } = await admin.call(list, { query: { pageSize: 100, ...(status && { status }) } });
          return (body as unknown as Record<string, (Promotion & { name: string })[]>)[rows]!;
        };
        const found = await Promise.all(badges.map(listed));
        for (const [n, some] of found.entries()) expect(some.map(badgeOf)).toEqual(some.map(() => badges[n]));
        expect(found.flat()).toHaveLength((await listed()).length);
        const active = found[badges.indexOf('active')]!.map(({ name }) => name);
        const { items } = (await admin.call(getToday, { query: { kind: 'promotion-ends' } })).body;
        const ending = items.filter(({ record }) => `${record.kind}s` === rows).map(({ name }) => name);
        expect(active).toEqual(expect.arrayContaining(ending));
      }
    },
  );

  it('has certificates of every status, and members without one for each common rule', async () => {
    const reasons = [
      /^\d+ of \d+ lessons completed$/,
      /^\d+ of \d+ quizzes passed$/,
      /^Score \d+, \d+ needed$/,
      /^Attended \d+ of \d+ classes, 75% needed$/,
      /^No attendance was taken yet$/,
      /^No final project handed in$/,
      /^Final project not reviewed yet$/,
      /^Final project scored \d+, 75 needed$/,
      /^The name has letters that a certificate cannot print$/,
    ];
    for (const tenant of tenants) {
      const admin = await test.as('admin', tenant);
      const query = { pageSize: 100 };
      const { courses } = (await admin.call(listCertificateCourses, { query })).body;
      for (const status of ['issued', 'pending', 'revoked'] as const)
        expect(courses.some((course) => course[status] > 0)).toBe(true);
      const members = await Promise.all(
        courses.map(
          async ({ id }) => (await admin.call(listCertificateMembers, { params: { id }, query })).body.members,
        ),
      );
      const failedReasons = members.flat().flatMap(({ failed }) => failed.map(({ reason }) => reason));
      for (const reason of reasons) expect(failedReasons.some((one) => reason.test(one))).toBe(true);
      expect(members.flat().some(({ failed }) => failed.length === 0)).toBe(true);
    }
    const certified = await test.sql(`select (select review_score >= project.passing_score from project_submission s
        where s.course_id = c.course_id and s.user_id = c.user_id and s.status = 'checked' order by attempt desc limit 1) as passed
      from certificate c join final_project project on project.course_id = c.course_id`);
    expect(certified.length).toBeGreaterThan(0);
    expect(certified.filter(({ passed }) => passed !== true)).toEqual([]);
  });
});
