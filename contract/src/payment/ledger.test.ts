/** Property tests of the ledger's rules: whatever happens to an order, its sums and its status follow from the entries. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderStatuses } from '../order/status.ts';
import { type LedgerEntry, isPayable, ledgerSums, paymentKinds, statusByLedger } from './ledger.ts';

const amount = fc.integer({ min: 1, max: 2_000_000_000 });
const entry: fc.Arbitrary<LedgerEntry> = fc
  .tuple(fc.constantFrom(...paymentKinds), amount, fc.boolean())
  .map(([kind, sum, isIn]) => ({
    kind,
    amount: kind === 'charge' ? sum : kind === 'refund' ? -sum : isIn ? sum : -sum,
  }));
const order = fc.record({
  status: fc.constantFrom(...orderStatuses),
  totalAmount: fc.integer({ min: 0, max: 2_000_000_000 }),
});
const property = <T extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> },
  check: (...values: T) => void,
) => fc.assert(fc.property(...arbitraries, check), { numRuns: 2000 });

it('holds the sum of all entries but the fees', () => {
  property([order, fc.array(entry)], (one, entries) => {
    const { paid, refunded } = ledgerSums(one, entries);
    const held = entries.filter(({ kind }) => kind !== 'fee').reduce((sum, { amount: of }) => sum + of, 0);
    expect(paid - refunded).toBe(held);
  });
});

it('has the same sums and status in whatever order the entries come', () => {
  property([order, fc.array(entry), fc.infiniteStream(fc.nat())], (one, entries, numbers) => {
    const other = entries
      .map((of) => [of, numbers.next().value as number] as const)
      .toSorted(([, a], [, b]) => a - b)
      .map(([of]) => of);
    expect(ledgerSums(one, other)).toEqual(ledgerSums(one, entries));
    expect(statusByLedger(one, other)).toBe(statusByLedger(one, entries));
  });
});

it('has the sums that it had before an entry that is taken back', () => {
  property([order, fc.array(entry), entry], (one, entries, more) => {
    fc.pre(more.kind === 'charge' || more.kind === 'refund');
    const back = { kind: 'adjustment', amount: -more.amount } as const;
    expect(ledgerSums(one, [...entries, more, back])).toEqual(ledgerSums(one, entries));
  });
});

it('asks for the rest of the total exactly once, in parts of any size', () => {
  property([fc.integer({ min: 1, max: 2_000_000_000 }), fc.array(amount)], (totalAmount, parts) => {
    const entries: LedgerEntry[] = [];
    for (const part of parts) {
      const now = { status: statusByLedger({ status: 'unpaid', totalAmount }, entries), totalAmount };
      const { paid, due } = ledgerSums(now, entries);
      expect(paid + due).toBe(totalAmount);
      expect(now.status).toBe(due === 0 ? 'paid' : 'unpaid');
      if (due > 0) entries.push({ kind: 'charge', amount: Math.min(part, due) });
    }
  });
});

it('is paid at once for Rp0, refunded when all went back, and never changed twice by the same entries', () => {
  expect(statusByLedger({ status: 'unpaid', totalAmount: 0 }, [])).toBe('paid');
  property([amount, fc.integer({ min: 0, max: 100 })], (totalAmount, percent) => {
    const back = Math.floor((totalAmount * percent) / 100);
    const entries: LedgerEntry[] = [{ kind: 'charge', amount: totalAmount }];
    if (back > 0) entries.push({ kind: 'refund', amount: -back });
    const status = statusByLedger({ status: 'paid', totalAmount }, entries);
    expect(status).toBe(back === totalAmount ? 'refunded' : 'paid');
    expect(statusByLedger({ status, totalAmount }, entries)).toBe(status);
  });
  property([order, fc.array(entry)], (one, entries) => {
    if (!isPayable(one.status)) expect(ledgerSums(one, entries).due).toBe(0);
  });
});
