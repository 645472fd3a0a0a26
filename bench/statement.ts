/**
 * A statement of 5,000 transfers matched with 100,000 orders: the preview of the unambiguous matches, over HTTP. Run
 * withOwnServer: node bench/statement.ts
 */
import { askerOf } from './ask.ts';
import { note } from './report.ts';
import { type Running, connect, tokenOf, withOwnServer } from './server.ts';

const tenant = 'coding';
const lines = 5000;

const fill = `with made as (insert into bank_statement (tenant, bank, account, name, from_day, to_day)
    values ('${tenant}', 'BCA', 'bench', 'bench.csv', current_date, current_date) returning id)
  insert into bank_line (tenant, statement_id, account, booked_on, amount, description, key)
    select '${tenant}', made.id, 'bench', (created_at at time zone 'Asia/Jakarta')::date, total_amount, 'TRSF E-BANKING CR ' || upper(user_name), 'bench' || placed.id
    from made, (select * from "order" where tenant = '${tenant}' and total_amount > 0 order by created_at desc limit ${lines}) placed`;

export async function measureStatement(lectern: Running): Promise<void> {
  const client = await connect(tenant);
  try {
    const ask = askerOf(lectern, await tokenOf(client, tenant));
    await client.query(fill);
    const since = performance.now();
    await ask('GET', '/admin/payment/bank-lines/matches/');
    note(`${lines} transfers matched with all orders`, performance.now() - since, ' ms', { max: 5000 });
  } finally {
    await client.query(`delete from bank_line where account = 'bench'`);
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measureStatement);
