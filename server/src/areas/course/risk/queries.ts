/** SQL of the learning desk: members at risk, messages to them, and their templates. */
import { type RawBuilder, sql } from 'kysely';
import {
  type AtRiskRow,
  type RiskFact,
  type contactOutcomes,
  helpDays,
  listAtRisk,
  listLearningContacts,
} from '#contract/course/risk.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { cappedCount, matchesAll, queriedList } from '#platform/list.ts';
import { hasFact, riskOf } from '#shared/at-risk.ts';
import { personPatterns } from '#shared/person-search.ts';
import { today } from '#shared/subscription-status.ts';

type Outcome = keyof typeof contactOutcomes;

const isOpen = sql<boolean>`contact.at > now() - make_interval(days => ${sql.lit(helpDays)})`;
const hasOutcome: Readonly<Record<Outcome, RawBuilder<boolean>>> = {
  helped: sql`contact.helped_at is not null`,
  waiting: sql`(contact.helped_at is null and ${isOpen})`,
  without: sql`(contact.helped_at is null and not ${isOpen})`,
};
const outcome = sql<Outcome>`case when ${hasOutcome.helped} then 'helped' when ${hasOutcome.waiting} then 'waiting' else 'without' end`;

const person = [
  'user.name',
  'user.email',
  'user.phoneNumber',
  'course.name as courseName',
  'course.type as courseType',
] as const;

const riskOrders = {
  since: sql`at_risk.since, at_risk.user_id, at_risk.course_id`,
  '-since': sql`at_risk.since desc, at_risk.user_id desc, at_risk.course_id desc`,
} as const;

/** Page of the members at risk. The rows of the page are found first; only these are joined with the rest. */
export const findAtRisk = queriedList(
  listAtRisk,
  (db, { patterns, courseId, fact, isContacted }, { limit, offset }, sort) => {
    let matching = db.selectFrom('atRisk');
    if (patterns)
      matching = matching.where('userId', 'in', (user) =>
        user.selectFrom('user').select('user.id').where(matchesAll('user.search', patterns)),
      );
    if (courseId) matching = matching.where('atRisk.courseId', '=', courseId);
    if (fact) matching = matching.where(hasFact[fact]);
    if (isContacted !== undefined)
      matching = matching.where(
        sql<boolean>`coalesce((select true from learning_contact contact where contact.course_id = at_risk.course_id
          and contact.user_id = at_risk.user_id and ${isOpen} limit 1), false)`,
        '=',
        isContacted,
      );
    const page = matching.selectAll('atRisk').orderBy(riskOrders[sort]).limit(limit).offset(offset);
    const rows = db
      .selectFrom(page.as('atRisk'))
      .innerJoin('user', 'user.id', 'atRisk.userId')
      .innerJoin('course', 'course.id', 'atRisk.courseId')
      .select(['atRisk.userId', 'atRisk.courseId', ...person])
      .select([
        riskOf.as('risk'),
        sql<
          AtRiskRow['lastContact']
        >`(select json_build_object('at', contact.at, 'channel', channel, 'outcome', ${outcome},
            'helpedAt', contact.helped_at) from learning_contact contact
          where contact.course_id = at_risk.course_id and contact.user_id = at_risk.user_id order by contact.at desc limit 1)`.as(
          'lastContact',
        ),
        sql<boolean>`coalesce((select true from learning_contact contact
          where contact.user_id = at_risk.user_id and day = ${today} limit 1), false)`.as('isWrittenToday'),
      ])
      .orderBy(riskOrders[sort]);
    return { rows, total: cappedCount(matching) };
  },
  personPatterns,
);

/** Members at risk today and a week ago, by course and fact. */
export async function countByDay(
  db: Db,
  { courseId, fact }: { courseId?: string | undefined; fact?: RiskFact | undefined },
) {
  const on = (day: RawBuilder<unknown>) =>
    sql<number | null>`(sum(${sql.ref(fact ?? 'members')}) filter (where day = ${day}))::int`;
  const weekAgo = sql`${today} - 7`;
  let counted = db.selectFrom('atRiskDay').where(sql<boolean>`day in (${today}, ${weekAgo})`);
  if (courseId) counted = counted.where('courseId', '=', courseId);
  return counted.select([on(today).as('today'), on(weekAgo).as('weekAgo')]).executeTakeFirstOrThrow();
}

type Contact = Reply<typeof listLearningContacts>['contacts'][number];

const contactsPage = queriedList(
  listLearningContacts,
  (db, filter, { limit, offset }, sort) => {
    const matching = contactsOf(db, filter);
    const order = sort === 'at' ? sql`contact.at, contact.id` : sql`contact.at desc, contact.id desc`;
    const rows = matching
      .innerJoin('course', 'course.id', 'contact.courseId')
      .select(['contact.id as contactId', 'contact.userId', 'contact.courseId', ...person])
      .select(['contact.at', 'contact.channel', 'contact.helpedAt', 'contact.templateName', 'contact.message'])
      .select([
        outcome.as('outcome'),
        sql<Contact['by']>`(select writer.name from "user" writer where writer.id = contact.by_id)`.as('by'),
      ])
      .orderBy(order)
      .limit(limit)
      .offset(offset);
    return { rows, total: cappedCount(matching) };
  },
  personPatterns,
);

type ContactFilter = {
  courseId?: string | undefined;
  outcome?: Outcome | undefined;
  patterns: readonly string[] | undefined;
};

/** Messages of the last 90 days that match. */
function contactsOf(db: Db, filter: ContactFilter) {
  let matching = db
    .selectFrom('learningContact as contact')
    .innerJoin('user', 'user.id', 'contact.userId')
    .where(sql<boolean>`contact.at > now() - interval '90 days'`);
  if (filter.patterns) matching = matching.where(matchesAll('user.search', filter.patterns));
  if (filter.courseId) matching = matching.where('contact.courseId', '=', filter.courseId);
  if (filter.outcome) matching = matching.where(hasOutcome[filter.outcome]);
  return matching;
}

/** Page of the messages, and what became of all that match. */
export async function findContacts(db: Db, query: Parameters<typeof contactsPage>[1]) {
  const { courseId, outcome: only, search } = query;
  const figures = await contactsOf(db, { courseId, outcome: only, patterns: personPatterns(search) })
    .select([
      sql<number>`count(*)::int`.as('contacted'),
      sql<number>`(count(*) filter (where ${hasOutcome.helped}))::int`.as('helped'),
      sql<number>`(count(*) filter (where ${hasOutcome.waiting}))::int`.as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return { ...(await contactsPage(db, query)), figures };
}

/** Templates for members at risk by name; at most 100. */
export const findRiskTemplates = (db: Db) =>
  db
    .selectFrom('deskTemplate')
    .where('status', '=', 'at-risk')
    .select(['id as templateId', 'name', 'body'])
    .orderBy(sql`search collate "C", id`)
    .limit(100)
    .execute();
