/** Property test that the lines of payouts, their sums, and the fees of the ledger are equal, whatever is reported. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testAppOf } from '#platform/testing/app.ts';
import { payoutRoutes } from './routes.ts';
import { addPaid, header, importFile, refund, row } from './testing/payout-file.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testAppOf([payoutRoutes]);
});
afterAll(() => test.close());

const prices = [200_000, 200_000, 150_000] as const;
const line = fc.record({
  /** Order; 3: of another program. */
  order: fc.nat(3),
  type: fc.constantFrom('Payment', 'Payment', 'Refund', 'Chargeback'),
  payout: fc.constantFrom('PO-1', 'PO-2'),
  /** Differs from the price. */
  less: fc.constantFrom(0, 0, 0, 1, 5000),
  fee: fc.integer({ min: 0, max: 9999 }),
});
const reports = fc.array(fc.array(line, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
const days: Readonly<Record<string, string>> = { 'PO-1': '2026-11-12', 'PO-2': '2026-11-13' };

const sums = async () =>
  (
    await test.sql(`select payout.reference, gross::int, fees::int, net::int, lines, differing,
      (select coalesce(sum(line.gross), 0)::int from payout_line line where payout_id = payout.id) as line_gross,
      (select coalesce(sum(line.fee), 0)::int from payout_line line where payout_id = payout.id) as line_fees,
      (select coalesce(sum(line.net), 0)::int from payout_line line where payout_id = payout.id) as line_net,
      (select count(*)::int from payout_line line where payout_id = payout.id) as line_count,
      (select count(*)::int from payout_line line where payout_id = payout.id and state in ('amount', 'missing')) as line_differing,
      (select coalesce(sum(line.fee), 0)::int from payout_line line where payout_id = payout.id and payment_id is not null) as known_fees,
      (select coalesce(-sum(amount), 0)::int from payment where kind = 'fee' and payment.reference = payout.reference) as ledger_fees,
      (select coalesce(-sum(amount), 0)::int from payment where kind = 'fee'
        and (at at time zone 'Asia/Jakarta')::date = paid_out_on) as day_fees
    from payout order by 1`)
  ).map((one) => one as Record<string, number>);

it('adds lines, payouts, days and the fees of the ledger up to the same, each payment once', async () => {
  await fc.assert(
    fc.asyncProperty(reports, async (files) => {
      for (const table of ['payout', 'payment', '"order"']) await test.sql(`delete from ${table}`);
      const orders: { orderId: string; reference: string }[] = [];
      for (const amount of prices) orders.push(await addPaid(test, { amount }));
      await refund(test, orders[0]!, 50_000);
      for (const lines of files) {
        const rows = lines.map(({ order, type, payout, less, fee }) => {
          const reference = orders[order]?.reference ?? 'TOKO-1';
          return row({ payout, day: days[payout]!, reference, type, gross: (type === 'Payment' ? (prices[order] ?? 9000) : 50_000) - less, fee }); // prettier-ignore
        });
        await importFile(test, [header, ...rows]);
      }
      for (const payout of await sums()) {
        const { gross, fees, net, lines, differing } = payout;
        expect({ gross, fees, net, lines, differing }).toEqual({
          gross: payout['line_gross'],
          fees: payout['line_fees'],
          net: payout['line_net'],
          lines: payout['line_count'],
          differing: payout['line_differing'],
        });
        expect(net).toBe(gross! - fees!);
        expect(payout['ledger_fees']).toBe(payout['known_fees']);
        expect(payout['day_fees']).toBe(payout['known_fees']);
      }
      const [byOrder] = await test.sql(`select count(*)::int as n from (
        select order_id, sum(-amount) from payment where kind = 'fee' group by order_id
        except select order_id, sum(fee) from payout_line where payment_id is not null group by order_id) other where sum <> 0`);
      expect(byOrder!['n']).toBe(0);
      const [held] = await test.sql(`select sum(amount)::int as sum from payment where kind <> 'fee'`);
      expect(held!['sum']).toBe(prices.reduce((all, price) => all + price, 0) - 50_000);
    }),
    { numRuns: 60 },
  );
});
