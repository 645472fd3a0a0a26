/** Events of a user's timeline in the audit trail, with their actors. */
import { type RawBuilder, sql } from 'kysely';
import { recordKey } from '#contract/kernel/record-kinds.ts';
import { type Event, nameOf, planOf, productNames, productOfSubmission } from './timeline-event.ts';

/** Upper limit of lines read from the trail. */
const maxLines = 1000;

/** Entries of the trail that belong to a user: the heads of its lines and their parts. */
export const trailOf = (userId: string) => {
  const entries = (
    condition: RawBuilder<unknown>,
  ) => sql`select at, actor_id, actor_name, table_name, record_id, action, before, after
    from audit where ${condition} and belongs_to @> array[${recordKey('user', userId)}]`;
  return sql`trail as materialized (select entry.* from (
      select line from audit_record where table_name = 'user' and record_id = ${userId} order by line desc limit ${sql.lit(maxLines)}) filed
    cross join lateral (${entries(sql`id = filed.line`)} union all ${entries(sql`part_of = filed.line`)}) entry)`;
};

const entriesOf = (table: string, condition: RawBuilder<unknown>) =>
  sql`trail where table_name = ${sql.lit(table)} and ${condition}`;
const field = (name: string) => sql`(coalesce(after, before) ->> ${sql.lit(name)})`;
const actor = { at: sql`at`, by: sql`actor_id`, byName: sql`actor_name` };
const isAction = (action: string) => sql`action = ${sql.lit(action)}`;
const hasSet = (column: string) => sql`after ->> ${sql.lit(column)} is not null`;

const ownerOfLink = sql`split_part(record_id, '/', 1)`;
const invoice = (id: RawBuilder<unknown>) => ['order', id, nameOf('order', id, 'invoice_number')] as const;
const orderId = sql`record_id`;

export const ofTrail: readonly Event[] = (
  [
    ['course_user', 'course', 'course', 'course_id'],
    ['learning_path_user', 'learning-path', 'learning_path', 'path_id'],
  ] as const
)
  .flatMap(([table, kind, owner, column]): Event[] => [
    {
      ...actor,
      from: entriesOf(table, sql`action in ('create', 'delete')`),
      kind: 'access',
      event: sql`case action when 'create' then 'access-given' else 'access-removed' end`,
      subject: sql`(${sql.lit(`${kind}:`)} || ${field(column)})`,
      record: [kind, field(column), nameOf(owner, field(column))],
    },
    {
      ...actor,
      from: entriesOf(table, sql`action = 'update' and after ? 'access_ends_on'`),
      kind: 'access',
      event: 'access-until',
      subject: sql`record_id`,
      detail: sql`(after ->> 'access_ends_on')`,
      record: [kind, ownerOfLink, nameOf(owner, ownerOfLink)],
    },
  ])
  .concat([
    {
      ...actor,
      from: entriesOf('order', isAction('create')),
      kind: 'order',
      event: 'order-created',
      subject: sql`record_id`,
      detail: productNames(orderId),
      amount: field('total_amount'),
      note: sql`coalesce(${field('voucher_code')}, '')`,
      record: invoice(orderId),
    },
    {
      ...actor,
      from: entriesOf('order', sql`action = 'update' and ${hasSet('status')}`),
      kind: 'order',
      event: 'order-status',
      subject: sql`(record_id || (after ->> 'status'))`,
      detail: sql`(after ->> 'status')`,
      record: invoice(orderId),
    },
    {
      ...actor,
      from: entriesOf('project_submission', sql`action = 'update' and ${hasSet('review_score')}`),
      kind: 'submission',
      event: 'reviewed',
      subject: sql`record_id`,
      detail: sql`(select name from "user" where id = (select user_id from project_submission one where one.id = record_id::uuid))`,
      amount: sql`(after ->> 'review_score')`,
      note: sql`coalesce(after ->> 'review_note', '')`,
      record: ['submission', sql`record_id`, productOfSubmission(sql`record_id`)],
    },
    {
      ...actor,
      from: entriesOf('certificate', sql`(action = 'create' or after ->> 'status' = 'revoked')`),
      kind: 'submission',
      event: sql`case action when 'create' then 'certificate-issued' else 'certificate-revoked' end`,
      subject: sql`record_id`,
      record: [
        'course',
        sql`(select course_id from certificate one where one.id = record_id::uuid)`,
        sql`(select course_name from certificate one where one.id = record_id::uuid)`,
      ],
    },
    {
      ...actor,
      from: entriesOf('subscription', sql`(action = 'create' or after ? 'cancelled_at')`),
      kind: 'subscription',
      event: sql`case when action = 'create' then 'subscribed' when after ->> 'cancelled_at' is null then 'subscription-restored'
        else 'subscription-cancelled' end`,
      subject: sql`record_id`,
      record: ['subscription', sql`record_id`, planOf(sql`record_id`)],
    },
    {
      ...actor,
      from: entriesOf('event_voucher', hasSet('redeemed_at')),
      kind: 'subscription',
      event: 'event-redeemed',
      subject: sql`record_id`,
      detail: nameOf('event_voucher', sql`record_id`, 'event_name'),
    },
    {
      ...actor,
      from: entriesOf('attendance', isAction('create')),
      kind: 'learning',
      event: 'attended',
      subject: field('lesson_id'),
      detail: field('status'),
      note: sql`coalesce(${field('note')}, '')`,
      record: ['lesson', field('lesson_id'), nameOf('lesson', field('lesson_id'))],
    },
    {
      ...actor,
      from: entriesOf('access_gap', sql`after ? 'intended_reason'`),
      kind: 'access',
      event: 'access-intended',
      detail: sql`(after ->> 'intended_reason')`,
      count: sql`(case when after ->> 'intended_reason' is null then 0 else 1 end)`,
      // The trail has only what changed; a gap that was settled since is gone, with its product.
      note: sql`coalesce((select product_name from access_gap gap where gap.id = record_id::uuid), 'a product')`,
    },
  ]);

/** Changes of the account and its sign-ins. */
export const ofAccount: readonly Event[] = [
  {
    ...actor,
    from: entriesOf('user', sql`true`),
    kind: 'account',
    event: sql`case action when 'create' then 'registered' when 'set-password' then 'password-set' else 'account-changed' end`,
    subject: sql`'user'`,
    detail: sql`case action when 'update' then after end`,
  },
  {
    ...actor,
    from: sql`trail where table_name is null`,
    kind: 'account',
    event: 'security',
    detail: sql`action`,
    count: sql`(after ->> 'count')`,
    note: sql`coalesce(after ->> 'network', '')`,
  },
];
