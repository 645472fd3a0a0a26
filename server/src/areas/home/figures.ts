/** Figures of a role's day, and the first steps of a brand without a sale; each read in one statement. */
import { sql } from 'kysely';
import type { FigureName, getToday } from '#contract/home/endpoints.ts';
import { courseTypeOf } from '#contract/course/rules.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { countCap, tableCount, cappedTotal } from '#platform/list.ts';
import type { WaitingContext } from '#shared/waiting.ts';

type Today = Reply<typeof getToday>;
type Figure = Today['figures'][number];

const selling: readonly FigureName[] = ['paid-today', 'unpaid', 'to-review', 'class-today'];

/** Figures of each role, in order. */
const figuresOf: Readonly<Record<string, readonly FigureName[]>> = {
  superadmin: selling,
  admin: selling,
  instructor: ['class-today', 'to-review', 'attendance-missing', 'certificates-ready', 'at-risk'],
  'customer-service': ['overdue', 'mine', 'chase', 'paid-today'],
  member: [],
};

const countOf = (rows: ReturnType<typeof sql>) =>
  sql`(select count(*)::int from (select 1 ${rows} limit ${sql.lit(countCap + 1)}) as counted)`;

type Counts = Partial<Record<FigureName, ReturnType<typeof sql>>>;

/** Counts as the lists have them; the others are totals of the queue. */
const counts = ({ now, caller: { userId } }: WaitingContext): Counts => ({
  'paid-today': sql`(select count(*)::int from "order" where sold_on = ${jakartaDay(now)}::date)`,
  unpaid: countOf(sql`from "order" where status = 'unpaid'`),
  'to-review': countOf(sql`from project_submission where status = 'not-reviewed'`),
  overdue: countOf(sql`from desk_order where is_open and follow_up_at < ${now.toISOString()}`),
  'at-risk': countOf(sql`from at_risk`),
  mine: countOf(sql`from desk_order where is_open and claimed_by = ${userId}`),
});

const paidToday = ({ now }: WaitingContext) =>
  sql<number>`(select coalesce(sum(total_amount), 0)::float8 from "order" where sold_on = ${jakartaDay(now)}::date)`;

/** Figures of the caller's role. `queued`: totals of the queue by kind. */
export async function readFigures(
  context: WaitingContext,
  queued: ReadonlyMap<string, Pick<Figure, 'total' | 'isTotalCapped'>>,
): Promise<Figure[]> {
  const names = figuresOf[context.caller.role] ?? [];
  const all = counts(context);
  const read = names.filter((name) => all[name]);
  const { rows } = await sql<{ found: number[]; amount: number }>`select
    array[${sql.join(read.map((name) => all[name]))}]::int[] as found, ${paidToday(context)} as amount`.execute(
    context.db,
  );
  const { found, amount } = rows[0]!;
  return names.map((name) => {
    const at = read.indexOf(name);
    const total = at >= 0 ? cappedTotal(found[at] ?? 0) : (queued.get(name) ?? { total: 0 });
    return { name, ...total, ...(name === 'paid-today' && { amount }) };
  });
}

type Steps = NonNullable<Today['steps']>;
type Row = Omit<Steps, 'newest'> & { isSelling: boolean; id: string | null; type: number };

/** Steps to the first sale; undefined after it. */
export async function readSteps(db: Db): Promise<Steps | undefined> {
  const { rows } = await sql<Row>`select
      (select sold_on from "order" where sold_on is not null order by sold_on desc limit 1) is not null as is_selling,
      exists (select from course) as course, exists (select from lesson) as lesson,
      exists (select from course where price > 0) as price, exists (select from course where is_published) as published,
      ${tableCount('order').count} > 0 as "order", newest.id, newest.type
    from (values (1)) one left join (select id, type from course order by id desc limit 1) newest on true`.execute(db);
  const { isSelling, id, type, ...steps } = rows[0]!;
  if (isSelling) return undefined;
  return { ...steps, newest: id === null ? null : { id, type: courseTypeOf(type) } };
}
