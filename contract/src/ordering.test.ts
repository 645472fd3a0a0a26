/** Proves which orders of children are valid, and that the planned moves lead to the wanted one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Child, type Order, type Placed, moveChild, orderProblem, planMoves } from './ordering.ts';

const lesson = (id: string): Child => ({ kind: 'lesson', id });
const quiz = (id: string): Child => ({ kind: 'quiz', id });
const placed = (parent: string, ...children: Child[]): Placed[] =>
  children.map((child, index) => ({ ...child, parent, position: index + 1 }));

const [a, b, c] = [lesson('a'), quiz('b'), lesson('c')] as const;

describe('a list of children', () => {
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
  ])('may be an order of those that are there: %s', (_, wanted, problem) =>
    expect(orderProblem([a, b, c], wanted)).toBe(problem),
  );

  it('may be empty where there are none', () => expect(orderProblem([], [])).toBeUndefined());
});

describe('the moves to a wanted order', () => {
  it.each<[string, Placed[], Order, Placed[]]>([
    ['are none when it is the order', placed('1', a, b, c), { 1: [a, b, c] }, []],
    [
      'are those whose place changes',
      placed('1', a, b, c),
      { 1: [b, a, c] },
      [
        { ...b, parent: '1', position: 1 },
        { ...a, parent: '1', position: 2 },
      ],
    ],
    [
      'close gaps',
      [
        { ...a, parent: '1', position: 3 },
        { ...b, parent: '1', position: 7 },
      ],
      { 1: [a, b] },
      [
        { ...a, parent: '1', position: 1 },
        { ...b, parent: '1', position: 2 },
      ],
    ],
    [
      'lead to another parent',
      [...placed('1', a, b), ...placed('2', c)],
      { 1: [b], 2: [c, a] },
      [
        { ...b, parent: '1', position: 1 },
        { ...a, parent: '2', position: 2 },
      ],
    ],
    [
      'may empty a parent',
      [...placed('1', a), ...placed('2')],
      { 1: [], 2: [a] },
      [{ ...a, parent: '2', position: 1 }],
    ],
    ['leave alone the parents that are not named', [...placed('1', a), ...placed('2', b)], { 2: [b] }, []],
  ])('%s', (_, present, wanted, moves) => expect(planMoves(present, wanted)).toEqual(moves));

  it('are refused for anything but all the children of the named parents', () => {
    const present = [...placed('1', a, b), ...placed('2', c)];
    expect(() => planMoves(present, { 1: [a] })).toThrow('1 missing');
    expect(() => planMoves(present, { 1: [a, b, c] })).toThrow('1 not from here');
    expect(() => planMoves(present, { 1: [a, b], 2: [c, a] })).toThrow('1 twice');
  });
});

describe('moving one child', () => {
  const order = { 1: [a, b, c], 2: [lesson('d')] };
  it.each<[string, Child, { parent: string; index: number }, Order]>([
    ['to the start', c, { parent: '1', index: 0 }, { 1: [c, a, b], 2: [lesson('d')] }],
    ['to the end', a, { parent: '1', index: 2 }, { 1: [b, c, a], 2: [lesson('d')] }],
    ['to where it is', b, { parent: '1', index: 1 }, order],
    ['to another parent', b, { parent: '2', index: 0 }, { 1: [a, c], 2: [b, lesson('d')] }],
    ['beyond the end', b, { parent: '2', index: 99 }, { 1: [a, c], 2: [lesson('d'), b] }],
    ['before the start', b, { parent: '2', index: -1 }, { 1: [a, c], 2: [b, lesson('d')] }],
    ['that is nowhere', lesson('x'), { parent: '1', index: 0 }, order],
    ['to a parent that there is not', a, { parent: '3', index: 0 }, order],
  ])('%s', (_, child, to, expected) => expect(moveChild(order, child, to)).toEqual(expected));
});

/** Some parents with children of several kinds at rising positions with gaps. */
const anyPlaced = fc
  .uniqueArray(fc.record({ kind: fc.constantFrom('lesson', 'quiz', 'survey'), id: fc.nat(30).map(String) }), {
    selector: ({ kind, id }) => `${kind} ${id}`,
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
        return children.map((child, index): Placed => {
          const { parent, gap } = places[index]!;
          const position = (last[parent] ?? 0) + gap;
          last[parent] = position;
          return { ...child, parent, position };
        });
      }),
  );

const bare = ({ kind, id }: Child) => ({ kind, id });
const orderOf = (children: readonly Placed[]): Order =>
  Object.fromEntries(
    ['1', '2', '3'].map((parent) => [
      parent,
      children
        .filter((child) => child.parent === parent)
        .toSorted((one, other) => one.position - other.position)
        .map(bare),
    ]),
  );
/** What a database holds after it has written the moves. */
const written = (present: readonly Placed[], moves: readonly Placed[]) =>
  present.map((child) => moves.find(({ kind, id }) => kind === child.kind && id === child.id) ?? child);

describe('whatever is there and wherever it goes', () => {
  const anyMove = fc.tuple(anyPlaced, fc.nat(), fc.constantFrom('1', '2', '3'), fc.integer({ min: -2, max: 25 }));

  it('a move loses nothing, doubles nothing, and leaves the others in their order', () =>
    fc.assert(
      fc.property(anyMove, ([present, which, parent, index]) => {
        fc.pre(present.length > 0);
        const child = present[which % present.length]!;
        const before = orderOf(present);
        const after = moveChild(before, child, { parent, index });
        const all = (order: Order) =>
          Object.values(order)
            .flat()
            .map(({ kind, id }) => `${kind} ${id}`);
        expect(all(after).toSorted()).toEqual(all(before).toSorted());
        expect(after[parent]).toContainEqual(bare(child));
        const others = (order: Order) =>
          Object.values(order).map((list) => list.filter(({ kind, id }) => kind !== child.kind || id !== child.id));
        expect(others(after)).toEqual(others(before));
      }),
    ));

  it('writing the planned moves makes the wanted order, at positions 1, 2, 3 and so on, and then none are left', () =>
    fc.assert(
      fc.property(anyMove, ([present, which, parent, index]) => {
        fc.pre(present.length > 0);
        const wanted = moveChild(orderOf(present), present[which % present.length]!, { parent, index });
        const after = written(present, planMoves(present, wanted));
        expect(orderOf(after)).toEqual(wanted);
        for (const [name, children] of Object.entries(wanted)) {
          const positions = after.filter((child) => child.parent === name).map(({ position }) => position);
          expect(positions.toSorted((one, other) => one - other)).toEqual(children.map((_, n) => n + 1));
        }
        expect(planMoves(after, wanted)).toEqual([]);
      }),
    ));
});
