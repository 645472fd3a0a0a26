/** Proves how the values of fields are said in a record's history. */
import { describe, expect, test } from 'vitest';
import { courseDraft } from '#contract/course-draft.ts';
import { discountDraft } from '#contract/discount.ts';
import { fieldAt } from '#contract/draft.ts';
import { describeLine, type Line } from '../record/history-words.ts';
import { sayValue, trailWords } from './field-words.ts';

describe('a value of a field', () => {
  const say = (name: string, value: unknown, values?: object) => sayValue(value, fieldAt(courseDraft, name, values));

  test('is said as people choose it', () => {
    expect([say('deliveryMode', 'offline'), say('productKind', 2), say('category', null)]).toEqual([
      'Onsite',
      'Academy',
      'Not chosen yet',
    ]);
  });

  test('is money, the names of a list, or nothing', () => {
    const people = [{ name: 'Ratih' }, { name: 'Budi' }];
    expect([say('price', 125_000), say('instructors', people), say('instructors', []), say('price', null)]).toEqual([
      'Rp125.000',
      'Ratih · Budi',
      '–',
      '–',
    ]);
  });

  test('that is no choice any more is shown as it is', () => {
    expect(say('level', 'expert')).toBe('expert');
  });

  test('follows what the other fields make of it', () => {
    const value = (discountType: number) => sayValue(20, fieldAt(discountDraft, 'discount', { discountType }));
    expect([0, 1, 2].map(value)).toEqual(['Rp20', 'Rp20', '20%']);
  });
});

test('the history of a record speaks as its form does, and of more where the area has more', () => {
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
