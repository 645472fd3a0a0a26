/** Queue for expensive work: limits concurrency, and serves parties in turn, however much one of them requests. */
import { HttpError } from './errors.ts';

interface Limits {
  /** Upper limit of concurrent work. */
  atOnce: number;
  /** Upper limits of waiting work, per party and in total. */
  maxPerParty: number;
  maxTotal: number;
}

type Start = () => void;

/** Round-robin queue of several parties. */
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

  /** Starts the next work; a party that had its turn is reinserted last, as maps keep insertion order. */
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

  /** Runs `work` when it is the party's turn; preferred parties come first. 503 if too much is waiting. */
  async run<T>(party: string, isPreferred: boolean, work: () => Promise<T>): Promise<T> {
    await this.#turn(party, isPreferred ? this.#preferred : this.#others);
    try {
      return await work();
    } finally {
      const next = this.#preferred.next() ?? this.#others.next();
      // Pass the slot to the next.
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #turn(party: string, turns: Turns): Promise<void> {
    const { atOnce, maxPerParty, maxTotal } = this.#limits;
    if (this.#running < atOnce) {
      this.#running += 1;
      return;
    }
    // The total limit does not apply to preferred parties, which are few.
    if (turns.countOf(party) >= maxPerParty || (turns === this.#others && this.#waiting >= maxTotal))
      throw new HttpError(503, 'Too many people are signing in right now; please try again in a moment', {
        retryAfter: 5,
      });
    this.#waiting += 1;
    await new Promise<void>((resolve) => turns.add(party, resolve));
    this.#waiting -= 1;
  }
}
