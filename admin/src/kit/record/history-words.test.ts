import { describe, expect, it, test } from 'vitest';
import { type Line, deedOf, listOf, textOf } from './history-words.ts';

const owner = '01990000-0000-7000-8000-00000000000a';
const ids = [
  '01990000-0000-7000-8000-0000000000b1',
  '01990000-0000-7000-8000-0000000000b2',
  '01990000-0000-7000-8000-0000000000b3',
] as const;
const names = { [ids[0]]: 'Python', [ids[1]]: 'Dasar SQL' };
const line = (part: Partial<Line>): Line => ({
  id: owner,
  at: '2026-11-21T07:03:00Z',
  actorId: null,
  actorName: 'Bagus',
  requestId: null,
  entity: 'discount',
  entityId: owner,
  action: 'update',
  before: null,
  after: null,
  ...part,
});
const link = (id: string) => ({ before: null, after: { discount_id: owner, course_id: id } });
const update = (before: object, after: object, words = {}) =>
  deedOf(line({ before: before as Record<string, unknown>, after: after as Record<string, unknown> }), {}, words)
    .changes;

describe('what somebody did', () => {
  it.each([
    ['create', 'discount', 'created this discount'],
    ['delete', 'learning-path', 'deleted this learning path'],
    ['update', 'order-tracking', 'changed this order tracking'],
    ['assign course', 'user', 'assigned the course'],
    ['unassign course', 'discount', 'unassigned the course'],
    ['assign path', 'discount', 'assigned the learning path'],
    ['unassign path', 'discount', 'unassigned the learning path'],
    ['add section', 'course', 'added the section'],
    ['remove section', 'course', 'removed the section'],
    ['add item', 'order', 'added the item'],
    ['remove item', 'order', 'removed the item'],
  ])('%s of a %s is told as "%s"', (action, entity, text) =>
    expect(deedOf(line({ action, entity }), {}).text).toBe(text),
  );

  it('to several is counted, the parts of the line too', () => {
    const deed = deedOf(line({ action: 'assign course', ...link(ids[0]), count: 2, parts: [link(ids[1])] }), names);
    expect(deed).toEqual({ text: 'assigned 2 courses', names: ['Dasar SQL', 'Python'], changes: [] });
    expect(deedOf(line({ action: 'assign path', count: 1200, parts: [] }), {}).text).toBe(
      'assigned 1.200 learning paths',
    );
  });

  it('lists no fields when it made or deleted the record', () => {
    expect(deedOf(line({ action: 'create', after: { name: 'Promo', discount_type: 0 } }), {})).toEqual({
      text: 'created this discount',
      names: [],
      changes: [],
    });
  });
});

describe('what it was done to', () => {
  it('is named; what is gone keeps the end of its id', () => {
    expect(deedOf(line({ action: 'unassign course', before: link(ids[2]).after }), names).names).toEqual(['…000000b3']);
  });

  it('has a name of its own where it is no record that others link to', () => {
    expect(
      deedOf(
        line({ action: 'add section', entity: 'course', after: { id: ids[0], course_id: owner, name: 'Bab 1' } }),
        names,
      ).names,
    ).toEqual(['Bab 1']);
    expect(
      deedOf(
        line({
          action: 'add item',
          entity: 'order',
          after: { order_id: owner, product_id: ids[0], product_name: 'Kelas' },
        }),
        names,
      ).names,
    ).toEqual(['Kelas']);
  });

  it('is listed with three names and the number of the others', () => {
    expect(listOf(['a', 'b', 'c'])).toBe('a, b, c');
    expect(listOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more');
    expect(listOf(['a', 'b', 'c'], 600)).toBe('a, b, c and 597 more');
  });
});

describe('what differs', () => {
  const words = {
    labels: { discountType: 'Type' },
    words: {
      discountType: { 0: 'Fixed price', 2: 'Percentage' },
      shiftId: { null: 'Tidak ada Shift' },
      price: (price: number) => `Rp${price}`,
    },
  };

  it('is told in the labels and words of the area', () => {
    expect(update({ discount_type: 0, shift_id: null }, { discount_type: 2, shift_id: 9 }, words)).toEqual([
      { label: 'Type', was: 'Fixed price', becomes: 'Percentage' },
      { label: 'Shift id', was: 'Tidak ada Shift', becomes: '9' },
    ]);
    expect(update({ price: null }, { price: 5 }, words)).toEqual([{ label: 'Price', was: '–', becomes: 'Rp5' }]);
  });

  it('leaves out what nobody edits', () => {
    expect(update({ name: 'A', slug: 'a' }, { name: 'B', slug: 'b' }).map(({ label }) => label)).toEqual(['Name']);
  });

  it('is counted when it is much', () => {
    expect(deedOf(line({ before: { a: 1, b: 1, c: 1 }, after: { a: 2, b: 2, c: 2 } }), {}).text).toBe(
      'changed 3 fields',
    );
  });

  it('has the moments of the database in the time of Jakarta, and days as days', () => {
    expect(
      update(
        { start_date: null, end_date: '2026-11-05' },
        { start_date: '2026-11-05T18:30:00+00:00', end_date: '2026-11-06' },
      ),
    ).toEqual([
      { label: 'Start date', was: '–', becomes: '6 November 2026 pukul 01.30 WIB' },
      { label: 'End date', was: '5 Nov 2026', becomes: '6 Nov 2026' },
    ]);
  });

  it('is said once when the words are the same', () => {
    expect(update({ description: '<p>Isi</p>' }, { description: '<p><strong>Isi</strong></p>' })).toEqual([
      { label: 'Description', was: null, becomes: 'Isi' },
    ]);
  });

  it('is cut to where long texts part', () => {
    const same = 'sama '.repeat(100);
    const [change] = update(
      { description: `<p>${same}dulu</p>` },
      { description: `<p>${same}kini ${'lagi '.repeat(100)}</p>` },
    );
    expect(change?.was).toMatch(/^… .{0,40}dulu$/);
    expect(change?.becomes).toMatch(/^… .{0,40}kini lagi .* …$/);
    expect(change?.becomes.length).toBeLessThan(150);
    expect(update({ description: '' }, { description: same })[0]).toMatchObject({
      was: '–',
      becomes: expect.stringMatching(/^sama .* …$/) as string,
    });
  });
});

test('formatted text is its text', () => {
  expect(textOf('<h2>Isi</h2><ul><li>Satu &amp; dua</li><li>a &lt; b&nbsp;c</li></ul>x<br>y')).toBe(
    'Isi Satu & dua a < b c x y',
  );
  expect(textOf('&amp;lt;p&amp;gt;')).toBe('&lt;p&gt;');
});
