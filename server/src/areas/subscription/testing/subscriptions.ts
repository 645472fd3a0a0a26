/** Subscriptions for tests, each with its own user, and with days relative to today in Jakarta. */
import { addUser, type Sql } from '#platform/testing/user.ts';

interface SubscriptionOptions {
  name?: string;
  userId?: string;
  /** Days relative to today. */
  from?: number;
  to?: number;
  isCancelled?: boolean;
  quota?: number;
}

export async function addPlan(sql: Sql, quota = 3, tenant = 'coding'): Promise<string> {
  const [plan] = await sql(
    `insert into subscription_plan (tenant, name, duration_months, event_voucher_quota) values ($1, 'Langganan Bulanan', 1, $2) returning id`,
    [tenant, quota],
  );
  return String(plan?.['id']);
}

let made = 0;

/** Creates a subscription; returns its id and its user's. */
export async function subscribe(
  sql: Sql,
  planId: string,
  { name, from = -10, to = 20, isCancelled = false, quota, ...options }: SubscriptionOptions = {},
): Promise<{ id: string; userId: string }> {
  made += 1;
  const email = `pelanggan${made}@sample.test`;
  const userId = options.userId ?? (await addUser(sql, 'coding', { email, ...(name && { name }) }));
  const [row] = await sql(
    `insert into subscription (tenant, user_id, plan_id, start_date, end_date, cancelled_at, event_voucher_quota)
      select 'coding', $1, $2, today + $3::int, today + $4::int, case when $5 then now() end, $6
      from (select (now() at time zone 'Asia/Jakarta')::date as today) t returning id`,
    [userId, planId, from, to, isCancelled, quota ?? null],
  );
  return { id: String(row?.['id']), userId };
}
