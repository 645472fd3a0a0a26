/** Tests the form fields derived from draft schemas. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { choice, field, fieldAt, fieldsOf, labelsOf } from './draft.ts';
import { day, imageLink, instant, link, money } from './fields.ts';

const guest = z.object({ name: field(z.string().min(1), { label: 'Name' }) });
const draft = z
  .object({
    title: field(z.string().min(3), { label: 'Title', hint: 'Short.' }),
    note: field(z.string(), { label: 'Note', kind: 'textArea' }),
    price: field(z.int().min(0), { label: 'Price', kind: 'money' }),
    seats: field(z.int().nullable(), { label: 'Seats' }),
    mode: field(choice({ online: 'Online', offline: 'Onsite' }), { label: 'Mode' }),
    kind: field(choice({ 0: 'Flexy', 2: 'Academy' }).nullable(), { label: 'Kind', none: 'Not chosen yet' }),
    place: field(z.string().nullable(), {
      label: 'Place',
      overrides: ({ mode }: { mode: string }) => ({ isHidden: mode === 'online', isOptional: false }),
    }),
    isOpen: field(z.boolean(), { label: 'Open' }),
    tags: field(z.array(z.string()), { label: 'Tags', item: 'tag' }),
    guests: field(z.array(guest), { label: 'Guests' }),
    type: z.literal(1),
  })
  .superRefine(() => undefined);

test('derives the kind from the schema unless the options set it', () => {
  const kinds = Object.entries(fieldsOf(draft)).map(([key, { kind }]) => [key, kind]);
  expect(Object.fromEntries(kinds)).toEqual({
    title: 'text',
    note: 'textArea',
    price: 'money',
    seats: 'number',
    mode: 'choice',
    kind: 'choice',
    place: 'text',
    isOpen: 'switch',
    tags: 'texts',
    guests: 'list',
  });
});

test('keeps the kind of a schema in schemas derived from it, unless the options set another', () => {
  const made = z.object({
    limit: field(money.min(1).nullable().default(null), { label: 'Limit' }),
    start: field(instant, { label: 'Start' }),
    birthday: field(day.nullable(), { label: 'Birthday' }),
    photo: field(imageLink.nullable(), { label: 'Photo' }),
    page: field(link.nullable(), { label: 'Page' }),
    film: field(link.nullable(), { label: 'Film', kind: 'video' }),
  });
  const kinds = Object.entries(fieldsOf(made)).map(([key, { kind }]) => [key, kind]);
  expect(Object.fromEntries(kinds)).toEqual({
    limit: 'money',
    start: 'moment',
    birthday: 'day',
    photo: 'image',
    page: 'url',
    film: 'video',
  });
});

test('treats a field as optional if its schema accepts an empty value, except choices and switches', () => {
  const optional = Object.entries(fieldsOf(draft)).filter(([, { isOptional }]) => isOptional);
  expect(optional.map(([key]) => key)).toEqual(['note', 'seats', 'place', 'tags', 'guests']);
});

describe('a choice', () => {
  test('accepts its keys, numeric ones as numbers', () => {
    expect(draft.shape.kind.safeParse(2).success).toBe(true);
    expect([1, '2'].map((value) => draft.shape.kind.safeParse(value).success)).toEqual([false, false]);
    expect(draft.shape.mode.safeParse('offline').success).toBe(true);
  });

  test('offers labels, including the empty choice if it has one', () => {
    expect(fieldAt(draft, 'kind')?.choices).toEqual([
      { value: null, label: 'Not chosen yet' },
      { value: 0, label: 'Flexy' },
      { value: 2, label: 'Academy' },
    ]);
    expect(fieldAt(draft, 'mode')?.choices.map(({ value }) => value)).toEqual(['online', 'offline']);
  });
});

test('overrides options by the values of the draft', () => {
  expect(fieldAt(draft, 'place')).toMatchObject({ isHidden: false, isOptional: true });
  expect(fieldAt(draft, 'place', { mode: 'online' })).toMatchObject({ isHidden: true, isOptional: false });
});

test('finds options of fields in lists', () => {
  expect(fieldAt(draft, 'guests.3.name')?.label).toBe('Name');
});

test('returns undefined for fields without options and for unknown paths', () => {
  expect(['type', 'nothing', 'title.0', 'guests.0.nothing', ''].map((path) => fieldAt(draft, path))).toEqual(
    Array(5).fill(undefined),
  );
});

test('keeps options in a partial schema', () => {
  expect(fieldAt(z.object(draft.shape).partial(), 'title')?.label).toBe('Title');
});

test('returns labels by field', () => {
  expect(labelsOf(draft)).toMatchObject({ title: 'Title', mode: 'Mode' });
});

test('puts label and hint into OpenAPI as title and description', () => {
  const { properties } = z.toJSONSchema(z.object(draft.shape).partial(), { io: 'input' });
  expect(properties?.['title']).toMatchObject({ title: 'Title', description: 'Short.' });
  expect(properties?.['kind']).toMatchObject({ title: 'Kind' });
});
