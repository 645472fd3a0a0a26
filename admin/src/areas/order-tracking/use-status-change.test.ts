/** Tests the sequence in which statuses of an order are written. */
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { OrderStatus } from '#contract/order/status.ts';
import type { TrackingOrder } from '#admin-shared/order-tracking/tracking-order.ts';
import { type StatusChange, useStatusChange } from './use-status-change.ts';

const { started } = vi.hoisted(() => ({ started: [] as { status: string; end: () => void }[] }));
vi.mock('#kit/api/use-action.ts', () => ({ useTask: ({ perform }: { perform: unknown }) => ({ run: perform }) }));
vi.mock('#admin-shared/order-tracking/session-tracking.ts', () => ({
  trackingClient: () => ({
    setStatus: (_id: string, status: OrderStatus) =>
      new Promise<void>((end) => {
        started.push({ status, end });
      }),
  }),
}));

it('writes a status chosen directly after Undo last, though the undone one is still being written', async () => {
  let change: StatusChange | undefined;
  const Page = () => {
    change = useStatusChange({ onSet: () => undefined, onWritten: () => undefined });
    return null;
  };
  renderToString(createElement(Page));
  const order = { id: 'A', status: 'unpaid' } as TrackingOrder;
  change?.set(order, 'pending');
  change?.undo();
  change?.set(order, 'failed');
  for (const count of [1, 2, 3]) {
    await vi.waitFor(() => expect(started).toHaveLength(count));
    started.at(-1)?.end();
  }
  expect(started.map(({ status }) => status)).toEqual(['pending', 'unpaid', 'failed']);
});
