/** Proves which phones get a WhatsApp link, and what it greets with. */
import { expect, test } from 'vitest';
import type { TrackingOrder } from './tracking-order.ts';
import { whatsAppLink } from './whatsapp.ts';

const order: TrackingOrder = {
  id: 'Xk3/9 a&b',
  userEmail: 'siti@demo.test',
  userPhone: '0812-3456-7890',
  userName: 'Siti & Budi',
  courseId: 'c1',
  courseName: 'Belajar C++ #1',
  customerService: { name: 'Rina', phone: '0811' },
  status: 'unpaid',
  dateTime: '02 Jan 2026, 10.04.05',
};
const linkTo = (userPhone: string) => whatsAppLink({ ...order, userPhone });
const textOf = (changes: Partial<TrackingOrder>) =>
  new URL(whatsAppLink({ ...order, ...changes }) ?? '').searchParams.get('text');

test.each([
  ['0812-3456-7890', '6281234567890'],
  ['+62 812 3456 7890', '6281234567890'],
  ['6281234567890', '6281234567890'],
  ['8120000123', '628120000123'],
  ['+65 6123 4567', '6561234567'],
  ['+81 20 1234 5678', '812012345678'],
])('the phone %j is written to as %j', (phone, number) => {
  expect(linkTo(phone)).toMatch(new RegExp(`^https://wa\\.me/${number}\\?text=`));
});

test.each(['', 'n/a', '(021) 555 1234', '0812', '62812345678901234'])('there is no link to %j', (phone) => {
  expect(linkTo(phone)).toBeUndefined();
});

test('the greeting names the person, the course and the order, whatever characters they hold', () => {
  expect(textOf({})).toBe(
    'Halo Kak Siti & Budi, pesanan Anda untuk kursus Belajar C++ #1 (ID pesanan: Xk3/9 a&b) belum dibayar. Apakah ada kendala pembayaran yang bisa kami bantu?',
  );
});

test('the greeting leaves out what is not known, and survives a broken character', () => {
  expect(textOf({ userName: '  ', courseName: '' })).toBe(
    'Halo, pesanan Anda (ID pesanan: Xk3/9 a&b) belum dibayar. Apakah ada kendala pembayaran yang bisa kami bantu?',
  );
  expect(textOf({ userName: 'A\uD800' })).toContain('Kak A\uFFFD,');
});

test.each([
  ['unpaid', 'belum dibayar'],
  ['pending', 'masih kami tunggu'],
  ['paid', 'sudah kami terima'],
  ['expired', 'sudah lewat'],
  ['cancelled', 'sudah dibatalkan'],
  ['failed', 'gagal'],
  ['refunded', 'sudah kami kembalikan'],
  ['menunggu Budi', 'terima kasih atas pesanan Anda'],
  ['constructor', 'terima kasih atas pesanan Anda'],
])('of an order that is %s the greeting says that it %s', (status, words) => {
  expect(textOf({ status })).toContain(words);
  expect(textOf({ status })).toMatch(/^Halo Kak Siti & Budi, .*\(ID pesanan: Xk3\/9 a&b\)/);
});
