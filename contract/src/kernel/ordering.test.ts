/** Tests the validation of new orders of children, and the moves that lead to them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Child,
  type Order,
  type PlacedChild,
  moveChildren,
  orderProblem,
  positionGap,
  planMoves,
} from './ordering.ts';

const lesson = (id: string): Child => ({ kind: 'lesson', id });
const quiz = (id: string): Child => ({ kind: 'quiz', id });
const placed = (parent: string, ...children: Child[]): PlacedChild[] =>
  children.map((child, index) => ({ ...child, parent, position: index + 1 }));

const [a, b, c] = [lesson('a'), quiz('b'), lesson('c')] as const;

describe('orderProblem', () => {
  it.each([
    ['the same order', [a, b, c], undefined],
    ['another order', [c, a, b], undefined],
    ['one missing', [a, c], 'The list must be complete: 1 missing'],
    ['one too many', [a, b, c, lesson('d')], 'The list must be complete: 1 not from here'],
    ['one twice', [a, b, c, c], 'The list must be complete: 1 twice'],
    [
      'one of the same id but another kind',
      [a, lesson('b'), c],
      'The list must be complete: 1 missing, 1 not from here',
    ],
    ['nothing', [], 'The list must be complete: 3 missing'],
    ['all of it wrong', [a, a, lesson('x')], 'The list must be complete: 1 twice, 2 missing, 1 not from here'],
  ])('accepts or rejects a new order: %s', (_, next, problem) => expect(orderProblem([a, b, c], next)).toBe(problem));

  it('accepts an empty order without children', () => expect(orderProblem([], [])).toBeUndefined());
});

describe('planMoves', () => {
  it.each<[string, PlacedChild[], Order, PlacedChild[]]>([
    ['are empty for the same order', placed('1', a, b, c), { 1: [a, b, c] }, []],
    [
      'are empty if only gaps differ',
      [
        { ...a, parent: '1', position: 3 },
        { ...b, parent: '1', position: 7 },
      ],
      { 1: [a, b] },
      [],
    ],
    [
      'are one if there is room between two neighbours',
      [
        { ...a, parent: '1', position: 10 },
        { ...b, parent: '1', position: 20 },
        { ...c, parent: '1', position: 30 },
      ],
      { 1: [a, c, b] },
      [{ ...c, parent: '1', position: 15 }],
    ],
    ['lead behind the last', placed('1', a, b, c), { 1: [b, c, a] }, [{ ...a, parent: '1', position: 3 + 1024 }]],
    [
      'lead to another parent',
      [...placed('1', a, b), ...placed('2', c)],
      { 1: [b], 2: [c, a] },
      [{ ...a, parent: '2', position: 1 + 1024 }],
    ],
    [
      'may empty a parent',
      [...placed('1', a), ...placed('2')],
      { 1: [], 2: [a] },
      [{ ...a, parent: '2', position: 1024 }],
    ],
    ['leave out the parents that are not named', [...placed('1', a), ...placed('2', b)], { 2: [b] }, []],
  ])('returns moves that %s', (_, present, next, moves) => expect(planMoves(present, next)).toEqual(moves));

  it('renumbers a parent if there is no room between two neighbours', () => {
    const present = [...placed('1', a, b), { ...c, parent: '2', position: 5 }];
    expect(planMoves(present, { 1: [a, c, b], 2: [] })).toEqual([
      { ...a, parent: '1', position: 1024 },
      { ...c, parent: '1', position: 2048 },
      { ...b, parent: '1', position: 3072 },
    ]);
    const atTheEnd = [
      { ...a, parent: '1', position: 1 },
      { ...b, parent: '1', position: 2 ** 31 - 1 },
    ];
    expect(planMoves(atTheEnd, { 1: [b, a] }).map(({ position }) => position)).toEqual([1024, 2048]);
  });

  it('throws unless the order has exactly the children of the named parents', () => {
    const present = [...placed('1', a, b), ...placed('2', c)];
    expect(() => planMoves(present, { 1: [a] })).toThrow('1 missing');
    expect(() => planMoves(present, { 1: [a, b, c] })).toThrow('1 not from here');
    expect(() => planMoves(present, { 1: [a, b], 2: [c, a] })).toThrow('1 twice');
  });
});

describe('moveChildren', () => {
  const d = lesson('d');
  const order = { 1: [a, b, c], 2: [d] };
  it.each<[string, Child[], { parent: string; before: Child | null }, Order]>([
    ['to the start', [c], { parent: '1', before: a }, { 1: [c, a, b], 2: [d] }],
    ['to the end', [a], { parent: '1', before: null }, { 1: [b, c, a], 2: [d] }],
    ['to their present place', [b], { parent: '1', before: c }, order],
    ['to another parent', [b], { parent: '2', before: d }, { 1: [a, c], 2: [b, d] }],
    ['together, in the listed order', [c, d], { parent: '1', before: b }, { 1: [a, c, d, b], 2: [] }],
    ['before one that is moved too', [a, b], { parent: '1', before: b }, { 1: [c, a, b], 2: [d] }],
    ['before one that is elsewhere', [b], { parent: '2', before: a }, { 1: [a, c], 2: [d, b] }],
    ['that do not exist', [lesson('x')], { parent: '1', before: null }, order],
    ['listed twice', [b, b], { parent: '1', before: a }, { 1: [b, a, c], 2: [d] }],
    ['to an unknown parent', [a], { parent: '3', before: null }, order],
  ])('moves children %s', (_, children, to, expected) => expect(moveChildren(order, children, to)).toEqual(expected));
});

/** Generator of some parents with children of several kinds, at increasing positions with gaps. */
const anyPlaced = fc
  .uniqueArray(fc.record({ kind: fc.constantFrom('lesson', 'quiz', 'survey'), id: fc.nat(30).map(String) }), {
    selector: ({ kind, id }) => `${kind} ${id}`,
    minLength: 1,
    maxLength: 20,
  })
  .chain((children) =>
    fc
      .array(fc.record({ parent: fc.constantFrom('1', '2', '3'), gap: fc.integer({ min: 1, max: 3 }) }), {
        minLength: children.length,
        maxLength: children.length,
      })
      .map((places) => {
        const last: Record<string, number> = {};
        return children.map((child, index): PlacedChild => {
          const { parent, gap } = places[index]!;
          const position = (last[parent] ?? 0) + gap;
          last[parent] = position;
          return { ...child, parent, position };
        });
      }),
  );

const bare = ({ kind, id }: Child) => ({ kind, id });
const keyOf = ({ kind, id }: Child) => `${kind} ${id}`;
const orderOf = (children: readonly PlacedChild[]): Order =>
  Object.fromEntries(
    ['1', '2', '3'].map((parent) => [
      parent,
      children
        .filter((child) => child.parent === parent)
        .toSorted((one, other) => one.position - other.position)
        .map(bare),
    ]),
  );
/** Children after the moves are written. */
const written = (present: readonly PlacedChild[], moves: readonly PlacedChild[]) =>
  present.map((child) => moves.find((move) => keyOf(move) === keyOf(child)) ?? child);

describe('moves of any children', () => {
  const anyMove = anyPlaced.chain((present) =>
    fc.record({
      present: fc.constant(present),
      children: fc.subarray(present, { minLength: 1 }),
      parent: fc.constantFrom('1', '2', '3'),
      before: fc.option(fc.constantFrom(...present)),
    }),
  );

  it('keep every child exactly once, the moved ones together and the others in order', () =>
    fc.assert(
      fc.property(anyMove, ({ present, children, parent, before }) => {
        const was = orderOf(present);
        const is = moveChildren(was, children, { parent, before });
        expect(Object.values(is).flat().map(keyOf).toSorted()).toEqual(present.map(keyOf).toSorted());
        const moved = children.map(keyOf);
        const inParent = is[parent]!.map(keyOf);
        const at = inParent.indexOf(moved[0]!);
        expect(inParent.slice(at, at + moved.length)).toEqual(moved);
        const others = (order: Order) =>
          Object.values(order).map((list) => list.filter((child) => !moved.includes(keyOf(child))));
        expect(others(is)).toEqual(others(was));
      }),
    ));

  it('lead to the planned order with unique positions, after which no moves are planned', () =>
    fc.assert(
      fc.property(anyMove, ({ present, children, ...to }) => {
        const next = moveChildren(orderOf(present), children, to);
        const after = written(present, planMoves(present, next));
        expect(orderOf(after)).toEqual(next);
        expect(new Set(after.map(({ parent, position }) => `${parent} ${position}`)).size).toBe(after.length);
        expect(after.every(({ position }) => Number.isInteger(position) && position >= 1)).toBe(true);
        expect(planMoves(after, next)).toEqual([]);
      }),
    ));

  it('write only the moved children if positions are far apart', () =>
    fc.assert(
      fc.property(anyMove, ({ present, children, ...to }) => {
        const spread = present.map((child) => ({ ...child, position: child.position * positionGap }));
        const next = moveChildren(orderOf(spread), children, to);
        const moved = new Set(children.map(keyOf));
        expect(planMoves(spread, next).length).toBeLessThanOrEqual(moved.size);
      }),
    ));
});
