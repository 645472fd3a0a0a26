/**
 * Order of children in their parents: lessons, quizzes and surveys in a section, sections in a course, courses in a
 * learning path. Pure; the server plans its writes with it, and the browser its optimistic updates.
 */

/** Child of one of several kinds in one order; if there is only one kind, its name is arbitrary. */
export interface Child {
  kind: string;
  id: string;
}

/** Child with its position; positions increase and may have gaps. */
export interface PlacedChild extends Child {
  parent: string;
  position: number;
}

/** Ordered children by parent. */
export type Order = Readonly<Record<string, readonly Child[]>>;

const keyOf = ({ kind, id }: Child) => `${kind} ${id}`;

/**
 * Error of a new order `ordered` for the children `present`, as a sentence; undefined if it contains each child exactly
 * once and nothing else.
 */
export function orderProblem(present: readonly Child[], ordered: readonly Child[]): string | undefined {
  const presentKeys = new Set(present.map(keyOf));
  const orderedKeys = new Set(ordered.map(keyOf));
  const problems = [
    [ordered.length - orderedKeys.size, 'twice'],
    [presentKeys.difference(orderedKeys).size, 'missing'],
    [orderedKeys.difference(presentKeys).size, 'not from here'],
  ] as const;
  const named = problems.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return named.length > 0 ? `The list must be complete: ${named.join(', ')}` : undefined;
}

/** Gap between new positions, so that most moves find room between two neighbours and write nothing else. */
export const positionGap = 1024;
/** Limit of positions: PostgreSQL's int, with headroom. */
const lastPlace = 2 ** 31 - 2 ** 20;

/**
 * Children whose position changes when `present` is put into the order `next`, with their new positions. Changes as few
 * as possible; if there is no room between two neighbours, all children of that parent are renumbered. `next` must name
 * every parent whose children change, with each of their children once.
 * @throws Error if a child is missing, unknown or duplicated; check with {@link orderProblem} first.
 */
export function planMoves(present: readonly PlacedChild[], next: Order): PlacedChild[] {
  const before = present.filter(({ parent }) => Object.hasOwn(next, parent));
  const problem = orderProblem(before, Object.values(next).flat());
  if (problem) throw new Error(problem);
  const places = new Map(before.map((child) => [keyOf(child), child]));
  return Object.entries(next).flatMap(([parent, children]) => {
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

/** Increasing positions for a list of children, keeping as many current positions as possible. */
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
    const step = right === undefined ? positionGap : Math.floor((right - left) / (count + 1));
    if (step < 1 || left + step * count > lastPlace) return olds.map((_, index) => (index + 1) * positionGap);
    for (let n = 0; n < count; n += 1) places[from + n] = left + step * (n + 1);
    from = to;
  }
  return places as number[];
}

/** Indexes of a longest increasing subsequence. */
function longestRising(values: readonly (number | undefined)[]): readonly number[] {
  // `ends[n]`: index of the last element of the increasing subsequence of length n + 1 with the smallest end.
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

/** Target of a move: before a sibling in a parent; null: at its end. */
export interface Target {
  parent: string;
  before: Child | null;
}

/**
 * Order after moving children together to one place, in the given sequence; all others keep their order. Unknown
 * children are ignored; an unknown or moved `before` means the
 * end; an unknown parent changes nothing.
 */
export function moveChildren(order: Order, children: readonly Child[], { parent, before }: Target): Order {
  if (!Object.hasOwn(order, parent)) return order;
  const known = new Map(Object.values(order).flatMap((list) => list.map((child) => [keyOf(child), child])));
  const keys = new Set(children.map(keyOf).filter((key) => known.has(key)));
  const moved = [...keys].map((key) => known.get(key)!);
  return Object.fromEntries(
    Object.entries(order).map(([name, list]) => {
      const others = list.filter((child) => !keys.has(keyOf(child)));
      if (name !== parent) return [name, others];
      const at = before ? others.findIndex((child) => keyOf(child) === keyOf(before)) : -1;
      return [name, others.toSpliced(at < 0 ? others.length : at, 0, ...moved)];
    }),
  );
}
