/** Tests the message to the customer of an order, and its age in words. */
import { expect, test } from 'vitest';
import type { DeskTemplate } from '#contract/order-tracking/templates.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import { ageOf, chatLink, templatesFor } from './message.ts';

const order: TrackingOrder = {
  id: 'd1',
  userEmail: 'siti@demo.test',
  userPhone: '0812-3456-7890',
  userName: 'Siti',
  courseId: 'c1',
  courseName: 'Belajar Go',
  customerService: { name: 'Dewi', phone: '+62811' },
  status: 'unpaid',
  dateTime: '02 Jan 2026, 10.04.05',
  placedAt: '2026-01-02T03:04:05.000Z',
};
const template = (name: string, status: DeskTemplate['status'], body: string): DeskTemplate => ({
  templateId: name,
  name,
  status,
  body,
  followUpHours: null,
});

test('a chat begins with the filled template, and without one with the default greeting', () => {
  const mine = template('a', 'unpaid', 'Halo {nama}, {kursus} {tanggal}. {petugas}');
  const textOf = (href: string | undefined) => new URL(href ?? '').searchParams.get('text');
  expect(textOf(chatLink(order, 'unpaid', mine))).toBe('Halo Siti, Belajar Go 2 Jan 2026. Dewi');
  expect(textOf(chatLink(order, 'unpaid', undefined))).toMatch(/^Halo Kak Siti, pesanan Anda .+ belum dibayar\./);
  const asking = template('b', 'unpaid', 'Bayar di {tautan}');
  expect(textOf(chatLink(order, 'unpaid', asking, 'https://pay.test/a'))).toBe('Bayar di https://pay.test/a');
  expect(chatLink({ ...order, userPhone: '12' }, 'unpaid', mine)).toBeUndefined();
});

test('returns the templates of the status, in order', () => {
  const all = [template('a', 'paid', ''), template('b', 'unpaid', ''), template('c', 'unpaid', '')];
  expect(templatesFor(all, 'unpaid').map(({ name }) => name)).toEqual(['b', 'c']);
});

test.each([
  ['2026-01-02T03:04:05Z', 'now'],
  ['2026-01-02T02:34:05Z', '30 min'],
  ['2026-01-01T04:04:05Z', '23 h'],
  ['2025-12-30T00:00:00Z', '3 d'],
  ['2026-01-03T00:00:00Z', ''],
  ['', ''],
])('the age of %j is %j', (placedAt, age) => {
  expect(ageOf(placedAt, Date.parse('2026-01-02T03:04:05Z'))).toBe(age);
});
