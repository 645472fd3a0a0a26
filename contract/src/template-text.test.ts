/** Proves how a template is filled in. */
import { expect, test } from 'vitest';
import { filledTemplate, unknownVariables } from './template-text.ts';

const values = { nama: 'Siti', invoice: 'D1', kursus: 'Belajar Go', tanggal: '2 Jan 2026', petugas: '' };

test('variables are filled in, wherever and however often they stand', () => {
  expect(filledTemplate('Halo Kak {nama}, {kursus} ({invoice})? {nama}!', values)).toBe(
    'Halo Kak Siti, Belajar Go (D1)? Siti!',
  );
});

test('what is empty leaves no gap behind', () => {
  expect(filledTemplate('Halo Kak {nama}, saya {petugas}.', { ...values, nama: '  ' })).toBe('Halo Kak, saya.');
});

test('a value with braces is not filled in again, and what is no variable stays', () => {
  expect(filledTemplate('{nama} {total}', { ...values, nama: '{invoice} $&' })).toBe('{invoice} $& {total}');
});

test('the names that stand for nothing are told', () => {
  expect(unknownVariables('{nama} {total} {} {constructor} { x')).toEqual(['total', '', 'constructor']);
});
