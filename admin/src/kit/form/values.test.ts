/** Tests comparing, merging and validating form values. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { choice, field } from '#contract/kernel/draft.ts';
import {
  baselineOf,
  blankOf,
  changedKeys,
  draftOf,
  fieldErrors,
  formatForComparison,
  remainingErrors,
} from './values.ts';

const draft = z.object({ name: z.string(), price: z.int() }).superRefine(() => undefined);

test('the draft contains the editable part of the record', () => {
  expect(draftOf(draft, { id: '1', name: 'a', price: 5, updatedAt: 'x' })).toEqual({ name: 'a', price: 5 });
  expect(baselineOf(draft, { name: 'a', price: 5, version: 3 } as { version: number })).toEqual({
    values: { name: 'a', price: 5 },
    version: 3,
  });
});

test('fields are compared by value, also nested ones', () => {
  expect(changedKeys({ a: 1, b: [{ c: 1 }], d: null }, { a: 1, b: [{ c: 2 }], d: null })).toEqual(['b']);
});

test('server errors are mapped to their fields', () => {
  expect(
    fieldErrors([
      { path: 'body.name', message: 'x' },
      { path: 'instructors.0.name', message: 'y' },
    ]),
  ).toEqual({ name: 'x', 'instructors.0.name': 'y' });
});

test('values are formatted as text', () => {
  expect([null, '', true, 125000, ['a', 'b'], '2026-11-05T18:30:00.000Z', 'teks'].map(formatForComparison)).toEqual([
    '–',
    '–',
    'Yes',
    '125.000',
    'a · b',
    '6 Nov 2026, 01.30.00 WIB',
    'teks',
  ]);
});

test('a blank draft has the contract’s defaults, null for nullable fields, and empty values otherwise', () => {
  const blank = blankOf(
    z.object({
      name: field(z.string().min(3), { label: 'Name' }),
      price: field(z.int().min(1), { label: 'Price', kind: 'money' }),
      uses: field(z.int().default(1), { label: 'Uses' }),
      most: field(z.int().nullable().default(null), { label: 'At most' }),
      mode: field(choice({ online: 'Online', offline: 'Onsite' }), { label: 'Mode' }),
      isOpen: field(z.boolean(), { label: 'Open' }),
      tags: field(z.array(z.string()), { label: 'Tags' }),
      from: field(z.iso.datetime(), { label: 'From', kind: 'moment' }),
      to: field(z.iso.datetime().nullable(), { label: 'To', kind: 'moment' }),
    }),
  );
  expect(blank).toEqual({
    name: '',
    price: null,
    uses: 1,
    most: null,
    mode: 'online',
    isOpen: false,
    tags: [],
    from: '',
    to: null,
  });
});

test('a server error is shown until its field changes; an error of no field until any value changes', () => {
  const values = { price: 5, thumbnail: null as string | null, instructors: [{ photo: 'a' }] };
  const errors = { thumbnail: 'Needs a thumbnail', 'instructors.0.photo': 'Gone', sections: 'Needs a section' };
  const refusal = { errors, values };
  expect(remainingErrors(undefined, values)).toEqual({});
  expect(remainingErrors(refusal, structuredClone(values))).toEqual(errors);
  const { sections: _, ...ofFields } = errors;
  expect(remainingErrors(refusal, { ...values, price: 6 })).toEqual(ofFields);
  expect(remainingErrors(refusal, { ...values, thumbnail: '/a.png' })).toEqual({ 'instructors.0.photo': 'Gone' });
  expect(remainingErrors(refusal, { ...values, instructors: [] })).toEqual({ thumbnail: 'Needs a thumbnail' });
});
