/** Tests which phone numbers get a WhatsApp link, and its greeting. */
import { expect, test } from 'vitest';
import { type Ordered, paymentText, whatsAppLink, whatsAppLinkTo } from './whatsapp.ts';

const order: Ordered = {
  id: 'Xk3/9 a&b',
  name: 'Siti & Budi',
  phone: '0812-3456-7890',
  bought: 'kursus Belajar C++ #1',
  status: 'unpaid',
};
const linkTo = (phone: string) => whatsAppLink({ ...order, phone });
const textOf = (changes: Partial<Ordered>) =>
  decodeURIComponent(whatsAppLink({ ...order, ...changes })?.split('?text=')[1] ?? '');

test.each([
  ['0812-3456-7890', '6281234567890'],
  ['+62 812 3456 7890', '6281234567890'],
  ['6281234567890', '6281234567890'],
  ['8120000123', '628120000123'],
  ['+65 6123 4567', '6561234567'],
  ['+81 20 1234 5678', '812012345678'],
])('normalizes the phone %j to %j', (phone, number) => {
  expect(linkTo(phone)).toMatch(new RegExp(`^https://wa\\.me/${number}\\?text=`));
});

test.each(['', 'n/a', '(021) 555 1234', '0812', '62812345678901234'])('returns no link for %j', (phone) => {
  expect(linkTo(phone)).toBeUndefined();
});

test('greets with person, course and order, whatever characters they contain', () => {
  expect(textOf({})).toBe(
    'Halo Kak Siti & Budi, pesanan Anda untuk kursus Belajar C++ #1 (ID pesanan: Xk3/9 a&b) belum dibayar. Apakah ada kendala pembayaran yang bisa kami bantu?',
  );
});

test('omits unknown parts from the greeting, and survives a lone surrogate', () => {
  expect(textOf({ name: '  ', bought: ' ' })).toBe(
    'Halo, pesanan Anda (ID pesanan: Xk3/9 a&b) belum dibayar. Apakah ada kendala pembayaran yang bisa kami bantu?',
  );
  expect(textOf({ name: 'A\uD800' })).toContain('Kak A\uFFFD,');
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
])('for an order that is %s, the greeting says that it %s', (status, words) => {
  expect(textOf({ status })).toContain(words);
  expect(textOf({ status })).toMatch(/^Halo Kak Siti & Budi, .*\(ID pesanan: Xk3\/9 a&b\)/);
});

test('greets by name without an order', () => {
  expect(whatsAppLinkTo({ name: ' Siti ', phone: '0812-3456-7890' })).toBe(
    'https://wa.me/6281234567890?text=Halo%20Kak%20Siti%2C%20',
  );
  expect(whatsAppLinkTo({ name: 'Siti', phone: '' })).toBeUndefined();
});

test('writes a payment link on a line of its own', () => {
  const text = paymentText({
    invoice: 'INV/1',
    amount: 'Rp5',
    url: 'https://pay.test/a',
    until: '2 Jan 2026, 10.00 WIB',
  });
  expect(text).toBe(
    'pesanan Anda INV/1 sebesar Rp5 dapat dibayar melalui tautan ini:\nhttps://pay.test/a\nTautan berlaku sampai 2 Jan 2026, 10.00 WIB.',
  );
});
