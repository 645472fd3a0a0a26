/** Tests parsing pasted people, and fitting them into the capacity. */
import { expect, it } from 'vitest';
import { fakeBrowser } from '#kit/testing/fake-browser.ts';

fakeBrowser();
const { peopleIn, fitToCapacity, searchFor, whyNot } = await import('./resolve-people.ts');

const person = (id: string, isAssigned = false) => ({
  contact: id,
  item: { id, name: id, isAssigned, conflict: null },
  why: '',
});

it('reads e-mails and phones without duplicates, with any separators', () => {
  expect(peopleIn('Budi <budi@contoh.id>, ayu@contoh.id\n0812-7777-001;budi@contoh.id\n\nSalam')).toEqual([
    'budi@contoh.id',
    'ayu@contoh.id',
    '0812-7777-001',
    'Salam',
  ]);
});

it('keeps a line without an e-mail or phone, and drops words beside one', () => {
  expect(peopleIn('Sari Dewi\tsari@contoh.id\t081277770001\nBudi, 0812\n  \n')).toEqual([
    'sari@contoh.id',
    '081277770001',
    'Budi, 0812',
  ]);
});

it('reads phones and e-mails with spaces, dashes and digits of every kind', () => {
  expect(
    peopleIn('Budi\u00a0budi@contoh.id\n+62\u00a0812\u20110000\u20117557\n０８１２７７７７００１\nwa.me/62812000075'),
  ).toEqual(['budi@contoh.id', '+62\u00a0812\u20110000\u20117557', '０８１２７７７７００１', 'wa.me/62812000075']);
});

it.each([
  ['1. Mas Budi 0812‑0000‑7557', '0812-0000-7557'],
  ['8. 0812 0000 7557', '0812 0000 7557'],
  ['12) Bu Ayu +62\u00a0812–0000–7557 (WA)', '+62 812-0000-7557 ('],
  ['\u202a+62 812-0000-7557\u202c', '+62 812-0000-7557'],
  ['https://wa.me/6281200007557?text=Halo', '6281200007557'],
  ['mailto:Budi@contoh.id', 'Budi@contoh.id'],
  ['\u2068budi@contoh.id\u2069', 'budi@contoh.id'],
  ['1555010999', '1555010999'],
])('searches for the contact in %j', (contact, search) => {
  expect(searchFor(contact)).toBe(search);
});

it('assigns each new user once, up to the capacity', () => {
  const { fit, over } = fitToCapacity([person('1'), person('2', true), person('1'), person('3'), person('4')], 2);
  expect([fit, over].map((items) => items.map(({ id }) => id))).toEqual([['1', '3'], ['4']]);
});

it('omits unknown people', () => {
  expect(fitToCapacity([{ contact: 'x', item: undefined, why: 'No user found' }], 5)).toEqual({ fit: [], over: [] });
});

it('names access that has ended, and otherwise that they have the course', () => {
  const { item } = person('1', true);
  expect(whyNot({ ...item, accessEndsOn: '2020-01-31' })).toBe(
    'Access ended on 31 Jan 2020: extend it in the list of members',
  );
  expect(whyNot({ ...item, accessEndsOn: '2999-01-31' })).toBe('Has the course already');
  expect(whyNot({ ...item, accessEndsOn: null })).toBe('Has the course already');
  expect(whyNot(person('2').item)).toBe('');
});
