/** Proves what headings ask for, and what stands for them on cards. */
import { expect, test } from 'vitest';
import { headingOf, isToldByHeading, sortChoices } from './sorts.ts';

const words = ['-createdAt', 'createdAt', 'name', '-name', '-total', 'total', 'empty'];
const columns = [
  { label: 'Name', sort: 'name' },
  { label: 'Total', sort: 'total' },
  { label: 'Courses', sort: 'empty' },
  { label: 'Phone' },
];

/** The address after each of so many clicks. */
function clicks(label: string, times: number, offered = words) {
  let inForce = offered[0]!;
  return Array.from({ length: times }, () => {
    const { next } = headingOf(
      { words: offered, inForce },
      columns.find((column) => column.label === label)!,
    )!;
    inForce = next || offered[0]!;
    return next;
  });
}

test('a heading goes through its ways, in the order of the contract, and back to the list’s own order', () => {
  expect(clicks('Name', 4)).toEqual(['name', '-name', '', 'name']);
  expect(clicks('Total', 3)).toEqual(['-total', 'total', '']);
  expect(clicks('Courses', 3)).toEqual(['empty', '', 'empty']);
});

test('the heading of the list’s own order turns it around, and back', () => {
  expect(clicks('Name', 3, ['name', '-name', 'empty'])).toEqual(['-name', '', '-name']);
});

test.each([
  ['name', 'Name', 'up'],
  ['-name', 'Name', 'down'],
  ['-total', 'Name', undefined],
  ['-createdAt', 'Name', undefined],
] as const)('sorted by %s, the heading %s points %s', (inForce, label, way) => {
  expect(
    headingOf(
      { words, inForce },
      columns.find((column) => column.label === label)!,
    )?.way,
  ).toBe(way);
});

test('a column that the list cannot be sorted by has a plain heading', () => {
  expect(headingOf({ words, inForce: '' }, { label: 'Phone' })).toBeUndefined();
  expect(headingOf({ words, inForce: '' }, { label: 'Role', sort: 'role' })).toBeUndefined();
  expect(headingOf({ words: [], inForce: '' }, { label: 'Name', sort: 'name' })).toBeUndefined();
});

test('cards have a choice of what the headings say, and of the age', () => {
  expect(sortChoices(words, columns)).toEqual([
    { value: '-createdAt', label: 'Newest' },
    { value: 'createdAt', label: 'Oldest' },
    { value: 'name', label: 'Name ↑' },
    { value: '-name', label: 'Name ↓' },
    { value: '-total', label: 'Total ↓' },
    { value: 'total', label: 'Total ↑' },
    { value: 'empty', label: 'Courses ↑' },
  ]);
  expect(sortChoices(['-createdAt', 'startDate'], columns)).toEqual([{ value: '-createdAt', label: 'Newest' }]);
  expect(sortChoices([], columns)).toEqual([]);
});

test('a column that is left out does not tell that the list is sorted by it', () => {
  const [, ...shown] = columns;
  expect(isToldByHeading({ words, inForce: '-name' }, columns)).toBe(true);
  expect(isToldByHeading({ words, inForce: '-name' }, shown)).toBe(false);
  expect(isToldByHeading({ words, inForce: 'createdAt' }, columns)).toBe(false);
  expect(isToldByHeading({ words, inForce: '-createdAt' }, shown)).toBe(true);
});
