/** Tests the alert under a page's title for a failure of several records. */
import { expect, test } from 'vitest';
import { linesOf } from './page-alert.tsx';

const refusals = (names: string[], reason: string) => names.map((name) => [name, `${name}: ${reason}`] as const);

test('one reason is one line with up to three names and the number of the others', () => {
  const names = Array.from({ length: 10 }, (_, n) => `Order ${n + 1}`);
  expect(linesOf(new Map(refusals(names, 'It is gone')))).toEqual([
    'Order 1, Order 2, Order 3, and 7 others: It is gone',
  ]);
});

test('each reason has its own line, with all names if they are few', () => {
  const texts = new Map([...refusals(['Adi', 'Budi', 'Citra'], 'It is gone'), ...refusals(['Dewi'], 'Not allowed')]);
  expect(linesOf(texts)).toEqual(['Adi, Budi, and Citra: It is gone', 'Dewi: Not allowed']);
});

test('a failure without a name or reason is shown unchanged', () => {
  expect(linesOf(new Map([['', 'The server is away: try again']]))).toEqual(['The server is away: try again']);
  expect(linesOf(new Map([['Adi', 'Adi']]))).toEqual(['Adi']);
});
