/** Tests how two changes of the same values are merged. */
import { expect, test } from 'vitest';
import { clashesOf, needsDecision, merge } from './merge.ts';

const none = {};

test('my changes are applied on top of theirs, and fields I did not touch keep theirs', () => {
  const base = { name: 'a', price: 5, tags: ['x'], note: null as string | null };
  expect(
    merge(none, base, { ...base, name: 'mine', note: 'new' }, { ...base, name: 'theirs', price: 7, tags: ['x', 'y'] }),
  ).toEqual({ name: 'mine', price: 7, tags: ['x', 'y'], note: 'new' });
  expect(
    merge<{ name: string; note?: string }>(none, { name: 'a' }, { name: 'a', note: 'new' }, { name: 'b' }),
  ).toEqual({ name: 'b', note: 'new' });
});

test('a field changed by the other needs a decision unless both made the same change', () => {
  const base = { name: 'a', price: 5 };
  expect(needsDecision(none, base, { ...base, name: 'b' }, base)).toBe(false);
  expect(needsDecision(none, base, { ...base, name: 'b' }, { ...base, price: 7 })).toBe(true);
  expect(needsDecision(none, base, { ...base, name: 'b' }, { ...base, name: 'b' })).toBe(false);
  expect(needsDecision(none, base, { ...base, name: 'b' }, { name: 'b', price: 7 })).toBe(true);
});

interface Row {
  rowId?: string;
  text: string;
}
const rules = { rows: { id: 'rowId', say: ({ text }: Row) => text } };
const row = (rowId: string | undefined, text = rowId ?? ''): Row => ({ ...(rowId && { rowId }), text });
const added = (text: string): Row => row(undefined, text);
const lists = (base: Row[], mine: Row[], theirs: Row[]) => {
  const [one, two, three] = [{ rows: base }, { rows: mine }, { rows: theirs }];
  return {
    rows: merge(rules, one, two, three).rows,
    isConflict: needsDecision(rules, one, two, three),
    clashes: clashesOf(rules.rows, 'rows', one, two, three),
  };
};
const base = [row('a'), row('b'), row('c')];

test('changes of different rows are both kept without asking', () => {
  expect(lists(base, [row('a', 'mine'), row('b'), row('c')], [row('a'), row('b', 'theirs'), row('c')])).toEqual({
    rows: [row('a', 'mine'), row('b', 'theirs'), row('c')],
    isConflict: false,
    clashes: [],
  });
});

test('a row changed by both needs a decision, and keeping mine keeps the other’s other rows', () => {
  const { rows, isConflict, clashes } = lists(
    base,
    [row('a', 'mine'), row('b'), row('c')],
    [row('a', 'theirs'), row('b'), row('c', 'too')],
  );
  expect([isConflict, clashes]).toEqual([true, [{ at: 1, mine: row('a', 'mine'), theirs: row('a', 'theirs') }]]);
  expect(rows).toEqual([row('a', 'mine'), row('b'), row('c', 'too')]);
});

test('rows added by both are kept at their positions', () => {
  const mine = [row('a'), added('mine'), row('b'), row('c')];
  const theirs = [row('a'), row('b'), row('d', 'theirs'), row('c')];
  expect(lists(base, mine, theirs)).toEqual({
    rows: [row('a'), added('mine'), row('b'), row('d', 'theirs'), row('c')],
    isConflict: false,
    clashes: [],
  });
});

test('a row deleted by one is removed; if the other changed it, a decision is needed', () => {
  expect(lists(base, [row('a'), row('c')], [row('a'), row('b'), row('c', 'theirs')])).toMatchObject({
    rows: [row('a'), row('c', 'theirs')],
    isConflict: false,
  });
  expect(lists(base, base, [row('a'), row('c')]).rows).toEqual([row('a'), row('c')]);
  expect(lists(base, [row('a'), row('c')], [row('a'), row('b', 'theirs'), row('c')])).toMatchObject({
    isConflict: true,
    clashes: [{ at: 2, mine: undefined, theirs: row('b', 'theirs') }],
  });
  expect(lists(base, [row('a'), row('b', 'mine'), row('c')], [row('a'), row('c')])).toMatchObject({
    rows: [row('a'), row('b', 'mine'), row('c')],
    isConflict: true,
    clashes: [{ at: 2, mine: row('b', 'mine'), theirs: undefined }],
  });
});

test('my order is kept, with the rows added by the other', () => {
  const mine = [row('c'), row('a'), row('b')];
  expect(lists(base, mine, [row('a'), row('b'), row('c'), row('d')]).rows).toEqual([
    row('c'),
    row('d'),
    row('a'),
    row('b'),
  ]);
});

test('a new row gets its id after the save, even if it was edited meanwhile', () => {
  const sent = [row('a'), added('new'), added('newer')];
  const stored = [row('a'), row('n1', 'new'), row('n2', 'newer')];
  expect(lists(sent, [row('a'), added('new, and more'), added('newer'), added('third')], stored).rows).toEqual([
    row('a'),
    row('n1', 'new, and more'),
    row('n2', 'newer'),
    added('third'),
  ]);
  expect(lists(sent, [row('a'), added('newer')], stored).rows).toEqual([row('a'), row('n2', 'newer')]);
});

test('rows of a save without a response are not duplicated', () => {
  const [mine, stored] = [
    [row('a'), added('new')],
    [row('a'), row('n', 'new')],
  ];
  expect(lists([row('a')], mine, stored)).toEqual({ rows: stored, isConflict: false, clashes: [] });
});

test('a new row edited while it was saved stays the same row, before and after its id is known', () => {
  const sent = [row('a'), added('b')];
  const mine = [row('a'), added('b and more')];
  expect(lists(sent, mine, [row('a'), added('b')]).rows).toEqual(mine);
  expect(lists(sent, mine, [row('a'), row('1', 'b')]).rows).toEqual([row('a'), row('1', 'b and more')]);
});
