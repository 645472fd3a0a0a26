/** Comparison of 100,000 entries of the ledger with their orders, notices and links. Run alone: node bench/differences.ts */
import { sql } from 'kysely';
import { recordCheck } from '../server/src/areas/payment/differences/comparing.ts';
import { timed } from './measure.ts';
import { note } from './report.ts';
import { fillAsOwner, withOwnServer } from './server.ts';

/** An entry and a notice for each order; one in a hundred of the notices has no entry. */
const fills = [
  `insert into payment (order_id, kind, provider, method, amount, at, reference)
    select id, 'charge', 'midtrans', 'QRIS', greatest(total_amount, 1), created_at, 'BENCH-' || id from "order" placed
    where tenant = current_tenant() and not exists (select from payment where payment.order_id = placed.id and reference like 'BENCH-%')`,
  `insert into payment_notice (order_id, provider, method, reference, status, amount, is_applied, raw)
    select order_id, 'midtrans', 'QRIS', case when row_number() over () % 100 = 0 then 'LOST-' else '' end || reference, 'paid', amount, true, '{}'
    from payment where tenant = current_tenant() and reference like 'BENCH-%' on conflict do nothing`,
  'analyze payment',
  'analyze payment_notice',
];

export const measureDifferences = (): Promise<void> =>
  fillAsOwner('coding', async (tx) => {
    for (const fill of fills) await sql.raw(fill).execute(tx);
    note('100,000 entries compared for the first time', (await timed(1, () => recordCheck(tx)))[0]!, ' ms', {
      max: 30_000,
    });
    note('100,000 entries compared again', (await timed(1, () => recordCheck(tx)))[0]!, ' ms', { max: 30_000 });
  });

if (import.meta.main) await withOwnServer(measureDifferences);
