/** Report of recovered payments: the contacts of a period, and the payments that followed. */
import { sql } from 'kysely';
import type { Recovered, reportRecovery } from '#contract/order-tracking/chase.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';

type Report = Reply<typeof reportRecovery>;

interface Group extends Recovered {
  /** Bits of the columns that do not group: template, person, hour. */
  set: number;
  template: string | null;
  userId: string | null;
  name: string | null;
  hour: number | null;
}

const sets = { total: 0b111, template: 0b011, person: 0b101, hour: 0b110 };

const nothing: Recovered = { contacted: 0, recovered: 0, value: 0 };
const sumsOf = ({ contacted, recovered, value }: Recovered): Recovered => ({ contacted, recovered, value });

/**
 * Groups the contacts of the last `period` days. A payment belongs to the last contact before it, if that was at most
 * `within` days earlier; each group counts an order once.
 */
export async function findRecovery(db: Db, period: number, within: number): Promise<Report> {
  const since = sql`now() - ${period} * interval '1 day'`;
  const { rows } = await sql<Group>`with contact as (
      select order_id, at, user_id, template_name, lead(at) over (partition by order_id order by at) as next_at
      from desk_event where kind = 'contact' and at >= ${since}),
    judged as (
      select order_id, user_id, template_name, extract(hour from at at time zone 'Asia/Jakarta')::int as hour, paid_value,
        coalesce(paid_at > at and paid_at <= at + ${within} * interval '1 day' and (next_at is null or next_at >= paid_at), false) as is_recovered
      from contact left join (select id, paid_at, paid_value from desk_order where paid_at >= ${since}) paid on paid.id = order_id)
    select grouping(template_name, user_id, hour) as set, template_name as template, user_id, hour,
      (select name from "user" person where person.id = judged.user_id) as name,
      count(distinct order_id)::int as contacted, count(*) filter (where is_recovered)::int as recovered,
      coalesce(sum(paid_value) filter (where is_recovered), 0)::float8 as value
    from judged group by grouping sets ((), (template_name), (user_id), (hour))
    order by recovered desc, contacted desc, template_name, user_id, hour`.execute(db);
  const groups = (set: number) => rows.filter((group) => group.set === set);
  return {
    total: sumsOf(groups(sets.total)[0] ?? nothing),
    byTemplate: groups(sets.template).map((group) => ({ template: group.template, ...sumsOf(group) })),
    byPerson: groups(sets.person).map((group) => ({ userId: group.userId, name: group.name, ...sumsOf(group) })),
    byHour: groups(sets.hour)
      .map((group) => ({ hour: group.hour ?? 0, ...sumsOf(group) }))
      .toSorted((one, other) => one.hour - other.hour),
  };
}
