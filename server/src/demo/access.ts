/** Paid and access of the demo: compared once, with most unpaid access marked as intended. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { recordCheck } from '#shared/access-gaps.ts';

/** Compares the tenant's payments with its assignments; its documents are embedded. */
export async function compareAccess(tx: Db): Promise<void> {
  await recordCheck(tx, true);
  // Assigned by hand: by the admin of the demo, for several reasons.
  await sql`update access_gap gap set intended_reason = (array['scholarship', 'gift', 'staff', 'scholarship'])[1 + n % 4],
      intended_by = marker.id, intended_at = gap.since + interval '2 hours'
    from (select id, row_number() over (order by user_id, product_id) as n from access_gap
        where tenant = current_tenant() and kind = 'access-unpaid' and source = 'none' and product_type = 'courses') one,
      (select id from "user" where tenant = current_tenant() and email = 'admin@demo.test') marker
    where gap.tenant = current_tenant() and gap.id = one.id and n % 5 < 3`.execute(tx);
}
