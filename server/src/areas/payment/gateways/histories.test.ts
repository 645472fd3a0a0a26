/** Tests random histories of payments: the order ends as the gateway has it (testing/histories.ts). */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { playHistories } from './testing/histories.ts';
import { type Payments, openPayments } from './testing/payments.ts';

vi.setConfig({ testTimeout: 300_000 });

let payments: Payments;
beforeAll(async () => {
  payments = await openPayments();
});
afterAll(() => payments.close());

it('ends as the gateway has it, whatever is lost, repeated, reordered, forged or cut off', () =>
  expect(playHistories(payments, 150)).resolves.toBeUndefined());
