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

/** How far apart places are made, so that what moves finds room between two of them and nothing else is written. */
export const placeGap = 1024;
/** PostgreSQL's int, with room for what comes behind. */
const lastPlace = 2 ** 31 - 2 ** 20;

/**
 * The children whose place changes when `present` is put into the order `wanted`, with their new places: as few as can
 * be, unless there is no room between two that stay; then all of that parent are spread. `wanted` names every parent
 * whose children change, and each child of these once.
 * @throws Error when a child is missing, unknown or there twice; ask {@link orderProblem} before.
 */
export function planMoves(present: readonly Placed[], wanted: Order): Placed[] {
  const before = present.filter(({ parent }) => Object.hasOwn(wanted, parent));
  const problem = orderProblem(before, Object.values(wanted).flat());
  if (problem) throw new Error(problem);
  const places = new Map(before.map((child) => [keyOf(child), child]));
  return Object.entries(wanted).flatMap(([parent, children]) => {
    const olds = children.map((child) => {
      const place = places.get(keyOf(child));
      return place?.parent === parent ? place.position : undefined;
    });
    return newPlaces(olds).flatMap((position, index) => {
      const { kind, id } = children[index]!;
      return position === olds[index] ? [] : [{ kind, id, parent, position }];
    });
  });
}

/** Rising places for a list of children, given those that they have. */
function newPlaces(olds: readonly (number | undefined)[]): readonly number[] {
  const places: (number | undefined)[] = olds.map(() => undefined);
  for (const index of longestRising(olds)) places[index] = olds[index];
  let from = 0;
  let left = 0;
  while (from < places.length) {
    if (places[from] !== undefined) {
      left = places[from]!;
      from += 1;
      continue;
    }
    let to = from;
    while (to < places.length && places[to] === undefined) to += 1;
    const right = places[to];
    const count = to - from;
    const step = right === undefined ? placeGap : Math.floor((right - left) / (count + 1));
    if (step < 1 || left + step * count > lastPlace) return olds.map((_, index) => (index + 1) * placeGap);
    for (let n = 0; n < count; n += 1) places[from + n] = left + step * (n + 1);
    from = to;
  }
  return places as number[];
}

/** The indexes of a longest part of the list that rises already. */
function longestRising(values: readonly (number | undefined)[]): readonly number[] {
  // `ends[length]` is where the rising part of that length with the smallest end stops.
  const ends: number[] = [];
  const before: number[] = [];
  values.forEach((value, index) => {
    if (value === undefined) return;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? ends[low - 1]! : -1;
    ends[low] = index;
  });
  const rising: number[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) rising.push(index);
  return rising.toReversed();
}

/** Where children are put: before one of the others in a parent; null: at its end. */
export interface Target {
  parent: string;
  before: Child | null;
}

/**
 * The order after some children, in the order they are given, are put together at one place. Others keep their order.
 * One that is nowhere is left out; before one that is not there (or is moved itself) means the end.
 */
export function moveChildren(order: Order, children: readonly Child[], { parent, before }: Target): Order {
  if (!Object.hasOwn(order, parent)) return order;
  const there = new Map(Object.values(order).flatMap((list) => list.map((child) => [keyOf(child), child])));
  const keys = new Set(children.map(keyOf).filter((key) => there.has(key)));
  const moved = [...keys].map((key) => there.get(key)!);
  return Object.fromEntries(
    Object.entries(order).map(([name, list]) => {
      const others = list.filter((child) => !keys.has(keyOf(child)));
      if (name !== parent) return [name, others];
      const at = before ? others.findIndex((child) => keyOf(child) === keyOf(before)) : -1;
      return [name, others.toSpliced(at < 0 ? others.length : at, 0, ...moved)];
    }),
  );
}
