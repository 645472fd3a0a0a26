/** Overview and timeline of a person with 500 entries over HTTP, among 20,000. Run alone: node bench/person.ts */
import { sql } from 'kysely';
import { askerOf } from './ask.ts';
import { median, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, connect, fillAsOwner, tokenOf, withOwnServer } from './server.ts';

const email = 'timeline@bench.test';
const own = `(select id from "user" where tenant = current_tenant() and email = '${email}')`;

/** 200 days with a lesson, 100 quizzes, 50 paid orders, and 100 lines of the trail. */
const fills = [
  `insert into "user" (email, name, password_hash, role) values ('${email}', 'Bench Timeline', 'none', 'member')`,
  `insert into lesson_completion (lesson_id, user_id, completed_at)
    select id, ${own}, now() - row_number() over (order by id) * interval '1 day' from (select id from lesson where tenant = current_tenant() order by id limit 200) lesson`,
  `insert into quiz_attempt (quiz_id, user_id, attempt, score, submitted_at)
    select id, ${own}, n, 80, now() - n * interval '1 day' from (select id from quiz where tenant = current_tenant() order by id limit 10) quiz, generate_series(1, 10) n`,
  `with placed as (insert into "order" (invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount, status,
      payment_provider, payment_method, created_at, paid_at)
    select 'BENCH/TIMELINE/' || n, ${own}, 'Bench Timeline', '${email}', '', 100000, 100000, 'paid', 'midtrans', 'qris',
      now() - n * interval '2 days', now() - n * interval '2 days' from generate_series(1, 50) n returning id)
  insert into order_item (order_id, line, product_type, product_id, product_name, price)
    select id, 1, 'courses', new_id(), 'Kelas', 100000 from placed`,
  `with line as (insert into audit (actor_name, action, after, belongs_to, at)
    select 'Somebody', 'sign-in-failed', '{"count": 1}', array['user:' || ${own}], now() - n * interval '1 day'
    from generate_series(1, 99) n returning id)
  insert into audit_record (table_name, record_id, line) select 'user', ${own}::text, id from line`,
];

export async function measurePerson(lectern: Running): Promise<void> {
  const client = await connect('coding');
  try {
    const find = async () => (await client.query<{ id: string }>(`select ${own} as id`)).rows[0]?.id;
    if (!(await find()))
      await fillAsOwner('coding', async (tx) => {
        for (const fill of fills) await sql.raw(fill).execute(tx);
      });
    const id = await find();
    const ask = askerOf(lectern, await tokenOf(client, 'coding'));
    const page = JSON.parse(await ask('GET', `/admin/user/${id}/timeline/`)) as { totalItems: number };
    if (page.totalItems !== 500) throw new Error(`The timeline has ${page.totalItems} entries instead of 500`);
    for (const [what, path, max] of [
      ['a timeline of 500 entries, p50', 'timeline/', 50],
      ['a timeline of 500 entries, last page, p50', 'timeline/?page=10', 50],
      ['the overview of a person, p50', 'overview/', 50],
    ] as const)
      note(what, median(await timed(60, () => ask('GET', `/admin/user/${id}/${path}`))), ' ms', { max });
  } finally {
    await client.end();
  }
}

if (import.meta.main) await withOwnServer(measurePerson);
