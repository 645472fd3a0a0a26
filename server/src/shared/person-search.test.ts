/** Tests which searches are treated as phone numbers. */
import { expect, it } from 'vitest';
import { personPattern } from './person-search.ts';

it.each([
  '081234567890',
  '6281234567890',
  '+62 812-3456-7890',
  '(0812) 3456.7890',
  ' 0812 3456 7890',
  '0062 812 3456 7890',
  '+62 0812 3456 7890',
])('treats %s as a phone number', (typed) => {
  expect(personPattern(typed)).toBe('%81234567890%');
});

it.each([
  ['7890', '%7890%'],
  ['08', '%08%'],
  ['budi 08123', '%budi 08123%'],
  ['a@b.id', '%a@b.id%'],
  ['--', '%--%'],
  ['000', '%000%'],
  ['620', '%620%'],
])('turns %s into the pattern %s', (typed, pattern) => {
  expect(personPattern(typed)).toBe(pattern);
});
