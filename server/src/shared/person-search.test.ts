/** Tests which searches are treated as phone numbers. */
import { expect, it } from 'vitest';
import { personPatterns } from './person-search.ts';

it.each([
  '081234567890',
  '6281234567890',
  '+62 812-3456-7890',
  '(0812) 3456.7890',
  ' 0812 3456 7890',
  '0062 812 3456 7890',
  '+62 0812 3456 7890',
  '0812/3456/7890',
  '+62\u00a0812\u20113456\u20117890',
  '\u202a+62 812\u20133456\u22127890\u202c',
  '\u2066+62\u2009812 3456 7890\u2069',
  '０８１２－３４５６－７８９０',
  'tel:+62-812-3456-7890',
  'tel: 0812 3456 7890',
  'wa.me/6281234567890',
  'https://wa.me/6281234567890?text=Halo%20Kak',
  'https://api.whatsapp.com/send?phone=%2B6281234567890&text=Halo',
  'whatsapp://send/?phone=6281234567890',
  'WA 0812-3456-7890',
  'No. HP: 0812 3456 7890',
  'wa:081234567890',
  '081234567890,',
  '"081234567890"',
  '“081234567890”',
  '*081234567890*',
  '<tel:081234567890>',
  'Kontak: 081234567890',
  'No HP : 0812-3456-7890.',
])('treats %s as a phone number', (typed) => {
  expect(personPatterns(typed)).toEqual(['%81234567890%']);
});

it.each([
  ['7890', ['%7890%']],
  ['3456-7890', ['%34567890%']],
  ['08', ['%08%']],
  ['budi 08123', ['%8123%', '%budi%']],
  ['Budi WA 0812 3456 7890 Santoso', ['%81234567890%', '%budi%', '%santoso%']],
  ['a@b.id', ['%a@b.id%']],
  ['budi08123@b.id', ['%budi08123@b.id%']],
  ['Darcy, Zoe', ['%darcy%', '%zoe%']],
  ['Zoe <a@b.id>;', ['%zoe%', '%a@b.id%']],
  ['--', ['%--%']],
  ['000', ['%000%']],
  ['620', ['%620%']],
  ['INV/coding/20261125/0041', ['%inv/coding/20261125/0041%']],
  ['20261125/0041', ['%20261125/0041%']],
  ['0825/0041', ['%0825/0041%']],
  ['budi 2026-11', ['%budi%', '%2026-11%']],
  ['wa nomor', ['%wa%', '%nomor%']],
  ['100%_\\', ['%100\\%\\_\\\\%']],
])('turns %s into the patterns %j', (typed, patterns) => {
  expect(personPatterns(typed)).toEqual(patterns);
});

it.each(['', ' ', '\u200b', '’', '*', ' , . '])('has no pattern for %j', (typed) => {
  expect(personPatterns(typed)).toBeUndefined();
});
