/** Tests the conversion of the page's URL to a query. */
import { expect, test } from 'vitest';
import { readState } from '#kit/list/list-state.ts';
import { filterOf, handledByChoices, lookupOf, trackingQuery } from './tracking-query.ts';

test('the filters come from the URL, and an unknown date sets no bound', () => {
  expect(
    filterOf(
      readState(trackingQuery, { email: 'siti%2Bkursus@demo.test', handledBy: '0811', date: '7d', status: 'paid' }),
    ),
  ).toEqual({ email: 'siti%2Bkursus@demo.test', customerServicePhone: '0811', date: '7d', status: 'paid' });
  expect(filterOf(readState(trackingQuery, { date: '9y', status: 'stolen' }))).toEqual({
    email: '',
    customerServicePhone: '',
    date: '',
    status: '',
  });
});

test.each([
  [{ search: 'siti@demo.test' }, 'siti@demo.test', ''],
  [{ search: 'siti@demo' }, '', 'siti@demo'],
  [{ search: '0812-3456-789' }, '', '0812-3456-789'],
  [{ search: 'siti', email: 'ayu@demo.test' }, 'ayu@demo.test', ''],
  [{}, '', ''],
])('%j asks the documents for %j and looks up %j', (url, email, text) => {
  const state = readState(trackingQuery, url);
  expect(filterOf(state).email).toBe(email);
  expect(lookupOf(state)).toBe(text);
});

test('a page has ten orders by default', () => {
  expect(readState(trackingQuery, {})).toMatchObject({ page: 1, pageSize: 10 });
});

const rina = { name: 'Rina', phone: '0811' };

test.each([
  [
    'everybody with a phone',
    [rina, { name: 'Tono', phone: '0812' }, { name: 'Nobody', phone: '' }],
    '',
    [
      ['0811', 'Rina'],
      ['0812', 'Tono'],
    ],
  ],
  ['people who share a phone as one', [rina, { name: 'Tono', phone: '0811' }], '', [['0811', 'Rina, Tono']]],
  ['a phone without a name', [{ name: '', phone: '0813' }], '', [['0813', '0813']]],
  [
    'the phone in force although nobody has it',
    [rina],
    '0899',
    [
      ['0811', 'Rina'],
      ['0899', '0899'],
    ],
  ],
])('HANDLED BY offers %s', (_, services, inForce, expected) => {
  expect(handledByChoices(services, inForce)).toEqual(expected.map(([value, label]) => ({ value, label })));
});
