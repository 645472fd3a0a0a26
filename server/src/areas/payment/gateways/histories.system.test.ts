/** Tests ten thousand random histories of payments, as histories.test.ts does some. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { playHistories } from './testing/histories.ts';
import { type Payments, openPayments } from './testing/payments.ts';

vi.setConfig({ testTimeout: 3_600_000 });

let payments: Payments;
beforeAll(async () => {
  payments = await openPayments();
});
afterAll(() => payments.close());

it('ends as the gateway has it in 10,000 histories', () =>
  expect(playHistories(payments, 10_000)).resolves.toBeUndefined());
