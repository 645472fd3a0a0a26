/** Events of a user's timeline as SQL: the columns that each source fills. */
import { type RawBuilder, sql } from 'kysely';
import type { RecordKind } from '#contract/kernel/record-kinds.ts';
import type { UserTimelineKind } from '#contract/user/timeline.ts';
import type { TimelineEvent } from './timeline-words.ts';

/** Column values of an event; `subject` is what the event happened to: one event of the trail replaces that of the record. */
export interface Event {
  from: RawBuilder<unknown>;
  kind: UserTimelineKind | RawBuilder<unknown>;
  event: TimelineEvent | RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  subject?: RawBuilder<unknown>;
  by?: RawBuilder<unknown>;
  byName?: RawBuilder<unknown>;
  detail?: RawBuilder<unknown>;
  amount?: RawBuilder<unknown>;
  count?: RawBuilder<unknown>;
  note?: RawBuilder<unknown>;
  record?: readonly [kind: RecordKind, id: RawBuilder<unknown>, name: RawBuilder<unknown>];
}

const none = sql`null`;
const literal = (word: string | RawBuilder<unknown>) => (typeof word === 'string' ? sql`${sql.lit(word)}::text` : word);

/** Query of the events of one source. */
export const eventsOf = ({
  from,
  kind,
  event,
  at,
  record,
  ...more
}: Event) => sql`select ${at} as at, ${literal(kind)} as kind,
  ${literal(event)} as event, ${more.subject ?? none}::text as subject, ${more.by ?? none}::uuid as by_id,
  ${more.byName ?? none}::text as by_name, ${more.detail ?? none}::text as detail, ${more.amount ?? none}::int as amount,
  ${more.count ?? none}::int as count, ${more.note ?? sql`''`}::text as note, ${record ? literal(record[0]) : none}::text as record_kind,
  ${record?.[1] ?? none}::text as record_id, ${record?.[2] ?? none}::text as record_name from ${from}`;

/** Scalar subquery of the name of a record, null if it was deleted. */
export const nameOf = (table: string, id: RawBuilder<unknown>, column = 'name') =>
  sql`(select ${sql.ref(column)} from ${sql.table(table)} named where named.id = ${id}::uuid)`;

/** Scalar subqueries of what the words of an event name. */
export const productNames = (orderId: RawBuilder<unknown>) =>
  sql`(select string_agg(product_name, ', ' order by line) from order_item where order_id = ${orderId}::uuid)`;
export const productOfSubmission = (
  one: RawBuilder<unknown>,
) => sql`(select coalesce(course.name, path.name) from project_submission handed
  left join course on course.id = handed.course_id left join learning_path path on path.id = handed.path_id where handed.id = ${one}::uuid)`;
export const planOf = (id: RawBuilder<unknown>) => sql`(select plan.name from subscription sold
  join subscription_plan plan on plan.id = sold.plan_id where sold.id = ${id}::uuid)`;
