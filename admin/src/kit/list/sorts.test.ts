/** Tests sorting by headings, and the select on cards. */
import { expect, test } from 'vitest';
import { headingOf, isShownByHeading, sortChoices } from './sorts.ts';

const words = ['-createdAt', 'createdAt', 'name', '-name', '-total', 'total', 'empty'];
const columns = [
  { label: 'Name', sort: 'name' },
  { label: 'Total', sort: 'total' },
  { label: 'Courses', sort: 'empty' },
  { label: 'Phone' },
];

/** Sort params after each of a number of clicks. */
function clicks(label: string, times: number, offered = words) {
  let applied = offered[0]!;
  return Array.from({ length: times }, () => {
    const { next } = headingOf(
      { words: offered, applied },
      columns.find((column) => column.label === label)!,
    )!;
    applied = next || offered[0]!;
    return next;
  });
}

test('a heading cycles through its sorts in the order of the contract, then back to the default', () => {
  expect(clicks('Name', 4)).toEqual(['name', '-name', '', 'name']);
  expect(clicks('Total', 3)).toEqual(['-total', 'total', '']);
  expect(clicks('Courses', 3)).toEqual(['empty', '', 'empty']);
});

test('the heading of the default sort reverses it and back', () => {
  expect(clicks('Name', 3, ['name', '-name', 'empty'])).toEqual(['-name', '', '-name']);
});

test.each([
  ['name', 'Name', 'up'],
  ['-name', 'Name', 'down'],
  ['-total', 'Name', undefined],
  ['-createdAt', 'Name', undefined],
] as const)('sorted by %s, the heading %s points %s', (applied, label, way) => {
  expect(
    headingOf(
      { words, applied },
      columns.find((column) => column.label === label)!,
    )?.way,
  ).toBe(way);
});

test('a column that the list cannot be sorted by has a plain heading', () => {
  expect(headingOf({ words, applied: '' }, { label: 'Phone' })).toBeUndefined();
  expect(headingOf({ words, applied: '' }, { label: 'Role', sort: 'role' })).toBeUndefined();
  expect(headingOf({ words: [], applied: '' }, { label: 'Name', sort: 'name' })).toBeUndefined();
});

test('cards have a select with the sorts of all headings and of the age', () => {
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

test('a hidden column does not show the current sort', () => {
  const [, ...shown] = columns;
  expect(isShownByHeading({ words, applied: '-name' }, columns)).toBe(true);
  expect(isShownByHeading({ words, applied: '-name' }, shown)).toBe(false);
  expect(isShownByHeading({ words, applied: 'createdAt' }, columns)).toBe(false);
  expect(isShownByHeading({ words, applied: '-createdAt' }, shown)).toBe(true);
});
