/** Undoable changes of status made on this page. Pure. */
import type { OrderStatus } from '#contract/order/status.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';

export interface Change {
  order: TrackingOrder;
  from: string;
  to: OrderStatus;
}

interface Entry {
  change: Change;
  /** Resolves to whether the write succeeded. */
  written: Promise<boolean>;
}

export class UndoStack {
  /** Oldest first. */
  private made: Entry[] = [];

  /** Adds a change; a failed write removes it again. */
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
   * Undoes a change and later changes of the same order. Does nothing if it was undone already; a failed undo can be
   * repeated.
   */
  async undo(change: Change, writeBack: (written: Promise<boolean>) => Promise<boolean>): Promise<void> {
    const at = this.made.findIndex((other) => other.change === change);
    const one = this.made[at];
    if (!one) return;
    const taken = this.made.slice(at).filter((other) => other.change.order.id === change.order.id);
    this.made = this.made.filter((other) => !taken.includes(other));
    if (!(await writeBack(one.written))) this.made.push(...taken);
  }
}
