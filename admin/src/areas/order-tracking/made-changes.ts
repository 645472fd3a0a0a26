/** The changes of status that were made here and can be taken back. Pure. */
import type { OrderStatus } from '#contract/order-status.ts';
import type { TrackingOrder } from './tracking-order.ts';

export interface Change {
  order: TrackingOrder;
  from: string;
  to: OrderStatus;
}

interface Made {
  change: Change;
  /** Whether it was written, as soon as that is known. */
  written: Promise<boolean>;
}

export class MadeChanges {
  /** The last one last. */
  private made: Made[] = [];

  /** A change that is refused was none. */
  add(change: Change, written: Promise<boolean>): void {
    const one = { change, written };
    this.made.push(one);
    void written.then((isWritten) => {
      if (!isWritten) this.made = this.made.filter((other) => other !== one);
    });
  }

  get last(): Change | undefined {
    return this.made.at(-1)?.change;
  }

  /**
   * Takes a change back, and with it what the same order was set to after it. One that is taken back already is not
   * again; where that fails, it can be.
   */
  async takeBack(change: Change, writeBack: (written: Promise<boolean>) => Promise<boolean>): Promise<void> {
    const at = this.made.findIndex((other) => other.change === change);
    const one = this.made[at];
    if (!one) return;
    const taken = this.made.slice(at).filter((other) => other.change.order.id === change.order.id);
    this.made = this.made.filter((other) => !taken.includes(other));
    if (!(await writeBack(one.written))) this.made.push(...taken);
  }
}
