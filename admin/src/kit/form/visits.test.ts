/** Tests that errors appear at visited fields only, also after rows of a list were added, moved or removed. */
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';
import type * as Visits from './visits.ts';

let createVisits: typeof Visits.createVisits;
beforeEach(async () => {
  fakeBrowser();
  ({ createVisits } = await import('./visits.ts'));
  return () => vi.unstubAllGlobals();
});

/** Rows with options; every blank text is an error. */
const row = (text: string, ...options: string[]) => ({ text, options: options.map((option) => ({ text: option })) });
type Rows = ReturnType<typeof row>[];
const errorsIn = (rows: Rows) =>
  Object.fromEntries(
    rows.flatMap(({ text, options }, index) => [
      ...(text ? [] : [[`rows.${index}.text`, 'Write something']]),
      ...options.flatMap((option, at) =>
        option.text ? [] : [[`rows.${index}.options.${at}.text`, 'Write something']],
      ),
    ]),
  );

function form(...first: Rows) {
  const visits = createVisits();
  let rows = first;
  const shown = () => Object.keys(visits.errorsOf(errorsIn(rows), { rows }));
  shown();
  const put = (next: Rows) => {
    rows = next;
    shown();
  };
  return { put, visit: (path: string) => visits.visit({ rows }, path), shown };
}

test('a field shows no error before it was visited', () => {
  const { visit, shown } = form(row(''), row(''));
  expect(shown()).toEqual([]);
  visit('rows.1.text');
  expect(shown()).toEqual(['rows.1.text']);
});

test.each<[string, Rows, string[]]>([
  ['a new row behind it shows none', [row('A'), row('', 'x'), row('')], ['rows.1.text']],
  ['a new row before it shows none', [row(''), row('A'), row('', 'x')], ['rows.2.text']],
  ['the error moves with its row', [row('', 'x'), row('A')], ['rows.0.text']],
  ['the error stays while its row is edited', [row('A'), row('', 'y')], ['rows.1.text']],
  ['the row in the place of a removed one shows none', [row('A')], []],
])('after a visited row is invalid, %s', (_, next, expected) => {
  const { put, visit, shown } = form(row('A'), row('', 'x'));
  visit('rows.1.text');
  put(next);
  expect(shown()).toEqual(expected);
});

test('a row added where a visited one was removed shows no error', () => {
  const { put, visit, shown } = form(row('A'), row('', 'x'));
  visit('rows.1.text');
  put([row('A')]);
  put([row('A'), row('')]);
  expect(shown()).toEqual([]);
});

test('a new option shows no error where a visited one moved down', () => {
  const { put, visit, shown } = form(row('A', 'x', 'y'));
  visit('rows.0.options.1.text');
  put([row('A', 'x', '', 'y')]);
  expect(shown()).toEqual([]);
});
