/**
 * The order of children in their parents: lessons, quizzes and surveys in a section, sections in a course, courses in a
 * learning path. Pure; the server plans with it what it writes, and a browser what it shows before the answer.
 */

/** One of several kinds that stand in one order; where there is one kind alone, any word will do. */
export interface Child {
  kind: string;
  id: string;
}

/** A child at its place; positions rise and may have gaps. */
export interface Placed extends Child {
  parent: string;
  position: number;
}

/** The children of some parents, each list in its order. */
export type Order = Readonly<Record<string, readonly Child[]>>;

const keyOf = ({ kind, id }: Child) => `${kind} ${id}`;

/**
 * What is wrong with a list of children as the new order of `present`, in a sentence; undefined when it has each of them
 * once and nothing else.
 */
export function orderProblem(present: readonly Child[], wanted: readonly Child[]): string | undefined {
  const there = new Set(present.map(keyOf));
  const asked = new Set(wanted.map(keyOf));
  const problems = [
    [wanted.length - asked.size, 'twice'],
    [there.difference(asked).size, 'missing'],
    [asked.difference(there).size, 'not from here'],
  ] as const;
  const named = problems.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return named.length > 0 ? `The list must be complete: ${named.join(', ')}` : undefined;
}

/**
 * The children whose place changes when `present` is put into the order `wanted`, with their new places: positions from
 * 1 without gaps. `wanted` names every parent whose children change, and each child of these once.
 * @throws Error when a child is missing, unknown or there twice; ask {@link orderProblem} before.
 */
export function planMoves(present: readonly Placed[], wanted: Order): Placed[] {
  const before = present.filter(({ parent }) => Object.hasOwn(wanted, parent));
  const problem = orderProblem(before, Object.values(wanted).flat());
  if (problem) throw new Error(problem);
  const places = new Map(before.map((child) => [keyOf(child), child]));
  return Object.entries(wanted).flatMap(([parent, children]) =>
    children
      .map(({ kind, id }, index) => ({ kind, id, parent, position: index + 1 }))
      .filter((child) => {
        const place = places.get(keyOf(child));
        return place?.parent !== parent || place.position !== child.position;
      }),
  );
}

/**
 * The order after one child is put before the one at `index` of a parent's other children (their number: at the end), be
 * it its own parent or another. An index beyond the ends means the end; a child that is nowhere changes nothing.
 */
export function moveChild(order: Order, child: Child, to: { parent: string; index: number }): Order {
  const key = keyOf(child);
  const moved = Object.values(order)
    .flat()
    .find((one) => keyOf(one) === key);
  if (!moved || !Object.hasOwn(order, to.parent)) return order;
  return Object.fromEntries(
    Object.entries(order).map(([parent, children]) => {
      const others = children.filter((one) => keyOf(one) !== key);
      return [parent, parent === to.parent ? others.toSpliced(Math.max(0, to.index), 0, moved) : others];
    }),
  );
}
