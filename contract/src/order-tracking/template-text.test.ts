/** Tests filling in a template. */
import { expect, test } from 'vitest';
import { filledTemplate, needsLink, unknownVariables } from './template-text.ts';

const values = { nama: 'Siti', invoice: 'D1', kursus: 'Belajar Go', tanggal: '2 Jan 2026', petugas: '', tautan: '' };

test('tells which template has the payment link', () => {
  expect([needsLink('Bayar di {tautan}'), needsLink('tautan')]).toEqual([true, false]);
});

test('fills in variables anywhere and repeatedly', () => {
  expect(filledTemplate('Halo Kak {nama}, {kursus} ({invoice})? {nama}!', values)).toBe(
    'Halo Kak Siti, Belajar Go (D1)? Siti!',
  );
});

test('removes the space before an empty value', () => {
  expect(filledTemplate('Halo Kak {nama}, saya {petugas}.', { ...values, nama: '  ' })).toBe('Halo Kak, saya.');
});

test('does not fill in braces of a value, and keeps unknown variables', () => {
  expect(filledTemplate('{nama} {total}', { ...values, nama: '{invoice} $&' })).toBe('{invoice} $& {total}');
});

test('returns the names of unknown variables', () => {
  expect(unknownVariables('{nama} {total} {} {constructor} { x')).toEqual(['total', '', 'constructor']);
});
