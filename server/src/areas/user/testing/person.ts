/** Test person of the tenant coding, with orders, a subscription and tracked orders that other systems would write. */
import type { OrderStatus } from '#contract/order/status.ts';
import type { Sql } from '#platform/testing/user.ts';
import { taughtCourse } from '#shared/testing/taught-course.ts';

let made = 0;

/** Inserts a member who has a course; returns functions that add what happens to them. */
export async function testPerson(sql: Sql, name: string) {
  const taught = await taughtCourse(sql);
  const id = await taught.member(name);
  const [user] = await sql(`select email from "user" where id = $1`, [id]);
  const email = String(user?.['email']);
  return {
    ...taught,
    id,
    name,
    email,
    /** Adds an order of one course. */
    async order(status: OrderStatus, times: { createdAt: string; paidAt?: string; refundedAt?: string }) {
      made += 1;
      const [row] = await sql(
        `with placed as (insert into "order" (tenant, invoice_number, user_id, user_name, user_email, user_phone, subtotal, total_amount,
            voucher_code, status, payment_provider, payment_method, created_at, paid_at, refunded_at)
          values ('coding', $1, $2, $3, $4, '', 300000, 250000, 'HEMAT', $5, 'midtrans', 'qris', $6, $7, $8) returning tenant, id),
        line as (insert into order_item (tenant, order_id, line, product_type, product_id, product_name, price)
          select tenant, id, 1, 'courses', $9::uuid, 'Kelas', 300000 from placed)
        select id from placed`,
        [
          `INV/ORANG/${made}`,
          id,
          name,
          email,
          status,
          times.createdAt,
          times.paidAt ?? null,
          times.refundedAt ?? null,
          taught.course,
        ],
      );
      return String(row?.['id']);
    },
    /** Adds a tracked order of the desk with one event. */
    async desk(document: string, event: { kind: string; at: string; note?: string; template?: string }, by: string) {
      await sql(
        `insert into desk_order (tenant, id, status, user_email, contacted_at, follow_up_at, claimed_by, claimed_at)
          values ('coding', $1, 'unpaid', $2, $3, '2026-12-01T02:00:00Z', $4, $3) on conflict do nothing`,
        [document, email.toLowerCase(), event.at, by],
      );
      await sql(
        `insert into desk_event (tenant, order_id, at, user_id, kind, note, template_name) values ('coding', $1, $2, $3, $4, $5, $6)`,
        [document, event.at, by, event.kind, event.note ?? '', event.template ?? null],
      );
    },
    /** Adds entries of lessons that the person completed, one a day. */
    study: (days: number) =>
      sql(
        `with section as (select id from course_section where course_id = $1 limit 1),
          added as (insert into lesson (tenant, section_id, name, type) select 'coding', id, 'Materi ' || n, 'ARTICLE'
            from section, generate_series(1, $3::int) n returning id)
        insert into lesson_completion (tenant, lesson_id, user_id, completed_at)
          select 'coding', id, $2, timestamptz '2026-01-01T03:00:00Z' + row_number() over (order by id) * interval '1 day' from added`,
        [taught.course, id, days],
      ),
  };
}
