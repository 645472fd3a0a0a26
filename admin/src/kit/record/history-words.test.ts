/** Tests the text of history entries. */
import { describe, expect, it } from 'vitest';
import { leftAtOnce } from '#contract/kernel/audit.ts';
import { type Line, describeLine, isRedundant, moreSuffix } from './history-words.ts';

const owner = '01990000-0000-7000-8000-00000000000a';
const ids = [
  '01990000-0000-7000-8000-0000000000b1',
  '01990000-0000-7000-8000-0000000000b2',
  '01990000-0000-7000-8000-0000000000b3',
] as const;
const discount = `discount:${owner}`;
const course = `course:${owner}`;
const names = { [`course:${ids[0]}`]: 'Python', [`course:${ids[1]}`]: 'Dasar SQL' };
const line = (part: Partial<Line>): Line => ({
  id: owner,
  at: '2026-11-21T07:03:00Z',
  actorId: null,
  actorName: 'Bagus',
  requestId: null,
  table: 'discount',
  recordId: owner,
  version: null,
  action: 'update',
  before: null,
  after: null,
  belongsTo: [discount],
  count: 1,
  parts: [],
  ...part,
});
const link = (id: string) => ({
  table: 'discount_course',
  recordId: `${owner}/${id}`,
  before: null,
  after: { discount_id: owner, course_id: id },
  belongsTo: [`course:${id}`, discount],
});
const part = (table: string, action: string, fields: object, more: Partial<Line> = {}) =>
  line({
    table,
    action,
    recordId: ids[0],
    [action === 'delete' ? 'before' : 'after']: fields,
    belongsTo: [`${table}:${ids[0]}`, course],
    ...more,
  });
const update = (before: object, after: object, words = {}) =>
  describeLine(
    line({ before: before as Record<string, unknown>, after: after as Record<string, unknown> }),
    {},
    discount,
    words,
  ).changes;

describe('an action', () => {
  it.each([
    ['create', 'discount', 'created this discount'],
    ['delete', 'learning_path', 'deleted this learning path'],
    ['update', 'course_section', 'changed this section'],
    ['set-password', 'user', 'set the password of this user'],
  ])('%s of a %s is "%s" in the record’s own history', (action, table, text) =>
    expect(describeLine(line({ action, table, belongsTo: [`${table}:${owner}`] }), {}, `${table}:${owner}`).text).toBe(
      text,
    ),
  );

  it('that copies a record names the original', () => {
    const own = `course:${ids[0]}`;
    const copied = line({
      action: 'create',
      table: 'course',
      recordId: ids[0],
      belongsTo: [own],
      after: { copied_from: 'Python' },
    });
    expect(describeLine(copied, {}, own).text).toBe('created this course as a copy of “Python”');
  });

  it.each([
    ['create', 'course_section', 'added the section “Bab 1”'],
    ['delete', 'lesson', 'removed the lesson “Bab 1”'],
  ])('%s of a %s is "%s" in the history of the parent', (action, table, text) =>
    expect(describeLine(part(table, action, { name: 'Bab 1' }), {}, course)).toEqual({ text, names: [], changes: [] }),
  );

  it('on a part lists the changed fields under the part’s previous name', () => {
    const renamed = part('course_section', 'update', { name: 'Bab Satu' }, { before: { name: 'Bab 1' } });
    expect(describeLine(renamed, {}, course)).toEqual({
      text: 'changed the section “Bab 1”',
      names: [],
      changes: [{ label: 'Name', was: 'Bab 1', becomes: 'Bab Satu' }],
    });
    const moved = part('lesson', 'update', { position: 2 }, { before: { position: 1 } });
    expect(describeLine(moved, { [`lesson:${ids[0]}`]: 'Pelajaran 1' }, course).text).toBe(
      'changed the lesson “Pelajaran 1”',
    );
    expect(describeLine(moved, {}, course).text).toBe('changed a lesson');
  });

  it.each([
    ['create', discount, 'assigned the course', 'Python'],
    ['delete', discount, 'unassigned the course', 'Python'],
    ['update', discount, 'moved the course', 'Python'],
    ['create', `course:${ids[0]}`, 'assigned the discount', 'Promo'],
  ])('%s of a link in the history of %s is "%s"', (action, viewed, text, name) =>
    expect(describeLine(line({ ...link(ids[0]), action }), { ...names, [discount]: 'Promo' }, viewed)).toEqual({
      text,
      names: [name],
      changes: [],
    }),
  );

  it('that moves a part names the part, also in the part’s own history', () => {
    const moved = line({
      table: 'section_item',
      recordId: `lesson/${ids[0]}`,
      before: { position: 1 },
      after: { position: 2 },
      belongsTo: [`lesson:${ids[0]}`, `course_section:${ids[1]}`, course],
    });
    const recordNames = { [`lesson:${ids[0]}`]: 'Pelajaran 1' };
    for (const viewed of [course, `course_section:${ids[1]}`])
      expect(describeLine(moved, recordNames, viewed)).toMatchObject({
        text: 'moved the lesson',
        names: ['Pelajaran 1'],
      });
    expect(describeLine(moved, recordNames, `lesson:${ids[0]}`)).toMatchObject({
      text: 'moved this lesson',
      names: [],
    });
  });

  it('on attendance lists every mark, and the lesson unless its history is shown', () => {
    const marked = (id: string, status: string) => ({
      table: 'attendance',
      recordId: `${owner}/${id}`,
      before: null,
      after: { lesson_id: owner, user_id: id, status },
      belongsTo: [`lesson:${owner}`, `course_section:${ids[2]}`, `course:${ids[2]}`, `user:${id}`],
    });
    const recordNames = { [`lesson:${owner}`]: 'Kelas 1', [`user:${ids[0]}`]: 'Sari', [`user:${ids[1]}`]: 'Budi' };
    const both = line({
      action: 'create',
      ...marked(ids[0], 'PRESENT'),
      count: 2,
      parts: [marked(ids[1], 'ABSENT')],
    });
    const words = {
      parts: { attendance: { words: { status: { PRESENT: 'Hadir', LATE: 'Terlambat', ABSENT: 'Alfa' } } } },
    };
    const marks = ['Budi: Alfa', 'Sari: Hadir'];
    for (const [viewed, text] of [
      [`lesson:${owner}`, 'took the attendance of 2 users'],
      [`course:${ids[2]}`, 'took the attendance of 2 users in the lesson “Kelas 1”'],
    ] as const)
      expect(describeLine(both, recordNames, viewed, words)).toEqual({ text, names: marks, changes: [] });
    const one = line({ action: 'create', ...marked(ids[0], 'LATE') });
    expect(describeLine(one, recordNames, `user:${ids[0]}`, words)).toEqual({
      text: 'took the attendance of this user',
      names: ['Kelas 1: Terlambat'],
      changes: [],
    });
  });

  it('on a planned leaving shows it in the histories of both discounts and of the product', () => {
    const other = `discount:${ids[2]}`;
    const leaving = (id: string) => ({
      recordId: `${ids[2]}/${id}/${owner}`,
      before: null,
      after: { holder_id: ids[2], course_id: id, taker_id: owner, planned_start: '2026-12-02T17:00:00Z' },
      belongsTo: [discount, other, `course:${id}`],
    });
    const known = { ...names, [discount]: 'Baru', [other]: 'Lama' };
    const made = { table: 'discount_course_leaving', action: 'create', ...leaving(ids[0]) };
    const both = line({ ...made, count: 2, parts: [leaving(ids[1])] });
    const courses = ['Dasar SQL', 'Python'];
    for (const [viewed, text] of [
      [discount, 'planned that 2 courses leave “Lama” for this discount on 3 Des 2026, 00.00 WIB'],
      [other, 'planned that 2 courses leave this discount for “Baru” on 3 Des 2026, 00.00 WIB'],
    ] as const)
      expect(describeLine(both, known, viewed)).toEqual({ text, names: courses, changes: [] });
    const { after } = made;
    const ended = line({ ...made, action: 'delete', after: null, before: { ...after, planned_start: null } });
    expect(describeLine(ended, known, `course:${ids[0]}`)).toEqual({
      text: 'ended the plan that this course leaves “Lama” for “Baru” when that starts',
      names: [],
      changes: [],
    });
    const atOnce = { ...after, planned_start: leftAtOnce };
    expect(describeLine(line({ ...made, after: atOnce }), known, other)).toMatchObject({
      text: 'took 1 course out of this discount for “Baru”',
    });
    expect(
      [{ after: atOnce }, { action: 'delete', after: null, before: atOnce }].map((over) =>
        isRedundant(line({ ...made, ...over })),
      ),
    ).toEqual([false, true]);
    expect(isRedundant(ended)).toBe(false);
  });

  it('on several records shows their number, including parts of the entry', () => {
    const several = line({ action: 'create', ...link(ids[0]), count: 2, parts: [link(ids[1])] });
    expect(describeLine(several, names, discount)).toEqual({
      text: 'assigned 2 courses',
      names: ['Dasar SQL', 'Python'],
      changes: [],
    });
    const many = part(
      'lesson',
      'delete',
      { name: 'B' },
      { count: 1200, parts: [part('lesson', 'delete', { name: 'A' })] },
    );
    expect(describeLine(many, {}, course)).toEqual({ text: 'removed 1.200 lessons', names: ['A', 'B'], changes: [] });
  });

  it('that creates or deletes the record lists no fields', () => {
    expect(describeLine(line({ action: 'create', after: { name: 'Promo', discount_type: 0 } }), {}, discount)).toEqual({
      text: 'created this discount',
      names: [],
      changes: [],
    });
  });
});

describe('an event without a record', () => {
  const event = (action: string, after: Record<string, unknown>) =>
    describeLine(line({ table: null, recordId: null, action, after }), {}, discount);

  it('shows how often, from where and for what', () => {
    expect(event('signed-in', { count: 1, network: '203.0.113.x' })).toEqual({
      text: 'signed in',
      names: [],
      changes: [{ label: 'From', was: null, becomes: '203.0.113.x' }],
    });
    expect(event('sign-in-failed', { count: 1234 }).text).toBe('failed to sign in 1.234 times');
    expect(event('refused', { method: 'GET', route: '/api/admin/orders' }).changes).toEqual([
      { label: 'Asked for', was: null, becomes: 'GET /api/admin/orders' },
    ]);
    expect(event('export-begun', {}).text).toBe('began to export tracked orders');
    expect(event('order-export-begun', {}).text).toBe('began to export orders');
  });

  it('of an unknown kind shows its name', () => {
    expect(event('key-rotated', {}).text).toBe('key rotated');
  });
});

describe('the object of an action', () => {
  it('is its kind if its name is unknown', () => {
    expect(describeLine(line({ action: 'delete', ...link(ids[2]) }), names, discount)).toMatchObject({
      text: 'unassigned a course',
      names: [],
    });
    const some = line({ action: 'create', ...link(ids[0]), count: 2, parts: [link(ids[2])] });
    expect(describeLine(some, names, discount).names).toEqual(['one without a name', 'Python']);
  });

  it('has its own name if it is not a record that others link to', () => {
    const item = line({
      table: 'order_item',
      recordId: `${owner}/1`,
      action: 'create',
      after: { order_id: owner, product_id: ids[0], product_name: 'Kelas' },
      belongsTo: [`order:${owner}`],
    });
    expect(describeLine(item, {}, `order:${owner}`).text).toBe('added the item “Kelas”');
  });

  it('is listed with three names and the number of the others', () => {
    expect(moreSuffix(['a', 'b', 'c'])).toBe('');
    expect(moreSuffix(['a', 'b', 'c', 'd', 'e'])).toBe(' and 2 more');
    expect(moreSuffix(['a', 'b', 'c'], 600)).toBe(' and 597 more');
  });
});

describe('a changed field', () => {
  const words = {
    labels: { discountType: 'Type' },
    words: {
      discountType: { 0: 'Fixed price', 2: 'Percentage' },
      shiftId: { null: 'Tidak ada Shift' },
      price: (price: number) => `Rp${price}`,
    },
  };

  it('uses the labels and values of the area', () => {
    expect(update({ discount_type: 0, shift_id: null }, { discount_type: 2, shift_id: 9 }, words)).toEqual([
      { label: 'Type', was: 'Fixed price', becomes: 'Percentage' },
      { label: 'Shift id', was: 'Tidak ada Shift', becomes: '9' },
    ]);
    expect(update({ price: null }, { price: 5 }, words)).toEqual([{ label: 'Price', was: '–', becomes: 'Rp5' }]);
  });

  it('is left out if nobody edits it', () => {
    expect(update({ name: 'A', slug: 'a' }, { name: 'B', slug: 'b' }).map(({ label }) => label)).toEqual(['Name']);
  });

  it('is counted if there are many', () => {
    expect(describeLine(line({ before: { a: 1, b: 1, c: 1 }, after: { a: 2, b: 2, c: 2 } }), {}, discount).text).toBe(
      'changed 3 fields',
    );
  });

  it('shows timestamps in the time of Jakarta, and days as days', () => {
    expect(
      update(
        { start_date: null, end_date: '2026-11-05' },
        { start_date: '2026-11-05T18:30:00+00:00', end_date: '2026-11-06' },
      ),
    ).toEqual([
      { label: 'Start date', was: '–', becomes: '6 Nov 2026, 01.30 WIB' },
      { label: 'End date', was: '5 Nov 2026', becomes: '6 Nov 2026' },
    ]);
  });

  it('is shown once if the texts are equal', () => {
    expect(update({ description: '<p>Isi</p>' }, { description: '<p><strong>Isi</strong></p>' })).toEqual([
      { label: 'Description', was: null, becomes: 'Isi' },
    ]);
  });

  it('of long text is shortened to where the texts differ', () => {
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
