/** Repeatable random choices: the same seed gives the same choices on every machine and in every version. */
export interface Dice {
  /** Integer from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** True with this probability, 0 to 1. */
  chance(share: number): boolean;
  /** One of the items. @throws if there is none */
  pick<Item>(items: readonly Item[]): Item;
  /** `count` different items (all if there are fewer), in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[];
  /** One of the keys, with probabilities proportional to their weights. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
}

export function dice(seed: string): Dice {
  const next = mulberry32(hashOf(seed));
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new Error(`Nothing to pick from (${seed})`);
    return items[int(0, items.length - 1)] as Item;
  };
  return {
    int,
    pick,
    chance: (share) => next() < share,
    sample(items, count) {
      const left = [...items];
      return Array.from({ length: Math.min(count, left.length) }, () => left.splice(int(0, left.length - 1), 1)).flat();
    },
    weighted<Key extends string>(weights: Readonly<Record<Key, number>>) {
      const entries = Object.entries<number>(weights);
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const chosen = entries.find(([, weight]) => (rest -= weight) < 0) ?? entries.at(-1);
      return chosen?.[0] as Key;
    },
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Random numbers from 0 to below 1. */
function mulberry32(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
