/** A queue for work that costs much: only some at once, and each party in turn, however much one of them asks for. */
import { HttpError } from './errors.ts';

interface Limits {
  /** Works at once. */
  atOnce: number;
  /** Works that wait, of one party and of all together. */
  mostOfOne: number;
  mostOfAll: number;
}

type Start = () => void;

/** Works of several parties, the first of each in turn. */
class Turns {
  readonly #waiting = new Map<string, Start[]>();

  add(party: string, start: Start): void {
    const own = this.#waiting.get(party);
    if (own) own.push(start);
    else this.#waiting.set(party, [start]);
  }

  countOf(party: string): number {
    return this.#waiting.get(party)?.length ?? 0;
  }

  /** A map keeps the order of insertion: whose turn it was comes behind all others. */
  next(): Start | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [party, [start, ...rest]] = first;
    this.#waiting.delete(party);
    if (rest.length > 0) this.#waiting.set(party, rest);
    return start;
  }
}

export class FairQueue {
  readonly #limits: Limits;
  readonly #preferred = new Turns();
  readonly #others = new Turns();
  #running = 0;
  #waiting = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Runs a work of `party` when it is its turn; preferred parties come first. 503 when too much waits already. */
  async run<T>(party: string, isPreferred: boolean, work: () => Promise<T>): Promise<T> {
    await this.#turn(party, isPreferred ? this.#preferred : this.#others);
    try {
      return await work();
    } finally {
      const next = this.#preferred.next() ?? this.#others.next();
      // Its place goes to the next.
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #turn(party: string, turns: Turns): Promise<void> {
    const { atOnce, mostOfOne, mostOfAll } = this.#limits;
    if (this.#running < atOnce) {
      this.#running += 1;
      return;
    }
    // Parties that are preferred are few, and known.
    if (turns.countOf(party) >= mostOfOne || (turns === this.#others && this.#waiting >= mostOfAll))
      throw new HttpError(503, 'Too many people are signing in right now; please try again in a moment', {
        retryAfter: 5,
      });
    this.#waiting += 1;
    await new Promise<void>((resolve) => turns.add(party, resolve));
    this.#waiting -= 1;
  }
}
