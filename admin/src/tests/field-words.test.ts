/** Tests how field values are displayed in a record's history. */
import { describe, expect, test } from 'vitest';
import { courseDraft } from '#contract/course/draft.ts';
import { discountDraft } from '#contract/discount/endpoints.ts';
import { fieldAt } from '#contract/kernel/draft.ts';
import { describeLine, type Line } from '../kit/record/history-words.ts';
import { partWords } from '../shared/course/part-words.ts';
import { formatValue, trailWords } from '../kit/form/field-words.ts';

describe('a field value', () => {
  const format = (name: string, value: unknown, values?: object) =>
    formatValue(value, fieldAt(courseDraft, name, values));

  test('is displayed as the label of its choice', () => {
    expect([format('deliveryMode', 'offline'), format('productKind', 2), format('category', null)]).toEqual([
      'Onsite',
      'Academy',
      'Not chosen yet',
    ]);
  });

  test('is displayed as money, as the names of a list, or as a dash', () => {
    const people = [{ name: 'Ratih' }, { name: 'Budi' }];
    expect([
      format('price', 125_000),
      format('instructors', people),
      format('instructors', []),
      format('price', null),
    ]).toEqual(['Rp125.000', 'Ratih · Budi', '–', '–']);
  });

  test('that is no longer a choice is displayed as it is', () => {
    expect(format('level', 'expert')).toBe('expert');
  });

  test('is displayed according to the other fields', () => {
    const value = (discountType: number) => formatValue(20, fieldAt(discountDraft, 'discount', { discountType }));
    expect([0, 1, 2].map(value)).toEqual(['Rp20', 'Rp20', '20%']);
  });
});

test('the history uses the labels of the form and the additional ones of the area', () => {
  const line = {
    action: 'update',
    table: 'course',
    recordId: '1',
    belongsTo: ['course:1'],
    count: 1,
    parts: [],
    before: { meeting_url: null, shift_id: 1, level: 'beginner', is_published: false },
    after: { meeting_url: 'https://a.test', shift_id: 2, level: 'advanced', is_published: true },
  } as unknown as Line;
  const words = trailWords(courseDraft, {
    labels: { isPublished: 'Status' },
    words: { isPublished: { true: 'Published', false: 'Draft' } },
  });
  expect(describeLine(line, {}, 'course:1', words).changes).toEqual([
    { label: 'Meeting link', was: '–', becomes: 'https://a.test' },
    { label: 'Shift', was: '1', becomes: '2' },
    { label: 'Level', was: 'Beginner', becomes: 'Advanced' },
    { label: 'Status', was: 'Draft', becomes: 'Published' },
  ]);
});

test('the history of a course names the fields of a part as the form of the part does', () => {
  const line = {
    action: 'update',
    table: 'lesson',
    recordId: '2',
    belongsTo: ['lesson:2', 'course:1'],
    count: 1,
    parts: [],
    before: { name: 'Satu', lock_rule: 'NONE', start_at: null },
    after: { name: 'Satu', lock_rule: 'PREV_QUIZ', start_at: '2027-03-01T12:00:00Z' },
  } as unknown as Line;
  const words = trailWords(courseDraft, { parts: partWords });
  const { text, changes } = describeLine(line, {}, 'course:1', words);
  expect(text).toBe('changed the lesson “Satu”');
  expect(changes).toMatchObject([
    { label: 'Locked', becomes: 'Previous quiz not done' },
    { label: 'Starts', becomes: '1 Mar 2027, 19.00 WIB' },
  ]);
});
