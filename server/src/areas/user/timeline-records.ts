/** Events of a user's timeline in the records themselves. */
import { sql } from 'kysely';
import { today } from '#shared/subscription-status.ts';
import { addressesOf } from './overview-queries.ts';
import { type Event, nameOf, planOf, productNames, productOfSubmission } from './timeline-event.ts';

export const ofRecords: readonly ((userId: string) => Event)[] = [
  (userId) => ({
    from: sql`"user" where id = ${userId}`,
    kind: 'account',
    event: 'registered',
    at: sql`joined_at`,
    subject: sql`'user'`,
  }),
  (userId) => ({
    from: sql`account_mail mail where user_id = ${userId} and kind <> 'email-changed'`,
    kind: 'account',
    event: 'link-sent',
    at: sql`at`,
    by: sql`sent_by`,
    byName: nameOf('user', sql`mail.sent_by`),
    detail: sql`mail.kind`,
  }),
  (userId) => ({
    from: sql`course_user link where user_id = ${userId}`,
    kind: 'access',
    event: 'access-given',
    at: sql`assigned_at`,
    subject: sql`('course:' || course_id)`,
    record: ['course', sql`course_id`, nameOf('course', sql`link.course_id`)],
  }),
  (userId) => ({
    from: sql`place_transfer moved where user_id = ${userId} and undone_at is null`,
    kind: 'access',
    event: sql`case when is_deferred then 'place-deferred' else 'place-moved' end`,
    at: sql`moved_at`,
    by: sql`moved_by`,
    byName: nameOf('user', sql`moved.moved_by`),
    detail: nameOf('course', sql`moved.from_course_id`),
    amount: sql`difference`,
    note: sql`coalesce('Difference waived: ' || waive_reason, '')`,
    record: [
      'course',
      sql`(case when is_deferred then from_course_id else to_course_id end)`,
      nameOf('course', sql`(case when is_deferred then from_course_id else to_course_id end)`),
    ],
  }),
  (userId) => ({
    from: sql`learning_path_user link where user_id = ${userId}`,
    kind: 'access',
    event: 'access-given',
    at: sql`assigned_at`,
    subject: sql`('learning-path:' || path_id)`,
    record: ['learning-path', sql`path_id`, nameOf('learning_path', sql`link.path_id`)],
  }),
  (userId) => ({
    from: sql`"order" placed where user_id = ${userId}`,
    kind: 'order',
    event: 'order-created',
    at: sql`created_at`,
    subject: sql`id`,
    detail: productNames(sql`placed.id`),
    amount: sql`total_amount`,
    note: sql`coalesce(voucher_code, '')`,
    record: ['order', sql`id`, sql`invoice_number`],
  }),
  // A payment, and the state that ended the order.
  (userId) => ({
    from: sql`"order" placed cross join lateral (values ('paid', coalesce(paid_at, case status when 'paid' then updated_at end)),
      (case when status not in ('paid', 'unpaid', 'pending') then status end,
        coalesce(refunded_at, case status when 'expired' then expired_at end, updated_at))) state (status, at)
      where user_id = ${userId} and state.status is not null and state.at is not null`,
    kind: 'order',
    event: 'order-status',
    at: sql`state.at`,
    subject: sql`(placed.id || state.status)`,
    detail: sql`state.status`,
    record: ['order', sql`placed.id`, sql`invoice_number`],
  }),
  (userId) => ({
    from: sql`project_submission one where user_id = ${userId}`,
    kind: 'submission',
    event: 'submitted',
    at: sql`submitted_at`,
    count: sql`attempt`,
    note: sql`note`,
    record: ['submission', sql`id`, productOfSubmission(sql`one.id`)],
  }),
  (userId) => ({
    from: sql`project_submission one where user_id = ${userId} and reviewed_at is not null`,
    kind: 'submission',
    event: 'reviewed',
    at: sql`reviewed_at`,
    subject: sql`id`,
    by: sql`reviewed_by`,
    byName: nameOf('user', sql`one.reviewed_by`),
    detail: nameOf('user', sql`one.user_id`),
    amount: sql`review_score`,
    note: sql`review_note`,
    record: ['submission', sql`id`, productOfSubmission(sql`one.id`)],
  }),
  (userId) => ({
    from: sql`certificate cross join lateral (values ('certificate-issued', issued_at), ('certificate-revoked', revoked_at)) done (event, at)
      where user_id = ${userId} and done.at is not null`,
    kind: 'submission',
    event: sql`done.event`,
    at: sql`done.at`,
    subject: sql`certificate.id`,
    record: ['course', sql`course_id`, sql`course_name`],
  }),
  (userId) => ({
    from: sql`subscription one cross join lateral (values ('subscribed', start_date::timestamp at time zone 'Asia/Jakarta'),
      ('subscription-cancelled', cancelled_at)) done (event, at)
      where user_id = ${userId} and done.at is not null and start_date <= ${today}`,
    kind: 'subscription',
    event: sql`done.event`,
    at: sql`done.at`,
    subject: sql`one.id`,
    record: ['subscription', sql`one.id`, planOf(sql`one.id`)],
  }),
  (userId) => ({
    from: sql`event_voucher one join subscription on subscription.id = one.subscription_id
      where subscription.user_id = ${userId} and redeemed_at is not null`,
    kind: 'subscription',
    event: 'event-redeemed',
    at: sql`redeemed_at`,
    subject: sql`one.id`,
    detail: sql`event_name`,
  }),
  (userId) => ({
    from: sql`attendance mark where user_id = ${userId}`,
    kind: 'learning',
    event: 'attended',
    at: sql`updated_at`,
    subject: sql`lesson_id`,
    detail: sql`status`,
    note: sql`note`,
    record: ['lesson', sql`lesson_id`, nameOf('lesson', sql`mark.lesson_id`)],
  }),
  (userId) => ({
    from: sql`(select section.course_id, max(completed_at) as at, count(*) as lessons from lesson_completion done
        join lesson on lesson.id = done.lesson_id join course_section section on section.id = lesson.section_id
      where done.user_id = ${userId} group by section.course_id, (completed_at at time zone 'Asia/Jakarta')::date) studied`,
    kind: 'learning',
    event: 'lessons-completed',
    at: sql`at`,
    count: sql`lessons`,
    record: ['course', sql`course_id`, nameOf('course', sql`studied.course_id`)],
  }),
  (userId) => ({
    from: sql`(select quiz_id, max(submitted_at) as at, max(score) as score, count(*) as attempts from quiz_attempt
      where user_id = ${userId} group by quiz_id, (submitted_at at time zone 'Asia/Jakarta')::date) tried
      join quiz on quiz.id = tried.quiz_id`,
    kind: 'learning',
    event: sql`case when quiz.type = 'SURVEY' then 'survey-answered' when score >= passing_score then 'quiz-passed' else 'quiz-failed' end`,
    at: sql`at`,
    amount: sql`score`,
    count: sql`attempts`,
    record: ['quiz', sql`quiz_id`, sql`quiz.name`],
  }),
  (userId) => ({
    from: sql`desk_order tracked join desk_event done on done.order_id = tracked.id
      left join "user" receiver on receiver.id = done.to_user_id where tracked.user_email = any(${addressesOf(userId)})`,
    kind: 'contact',
    event: sql`('desk-' || done.kind)`,
    at: sql`done.at`,
    by: sql`done.user_id`,
    byName: nameOf('user', sql`done.user_id`),
    detail: sql`coalesce(done.template_name, done.status, receiver.name, done.follow_up_at::text)`,
    note: sql`done.note`,
  }),
  (userId) => ({
    from: sql`learning_contact written where user_id = ${userId}`,
    kind: 'contact',
    event: sql`('learning-' || channel)`,
    at: sql`at`,
    by: sql`by_id`,
    byName: nameOf('user', sql`written.by_id`),
    detail: sql`template_name`,
    record: ['course', sql`course_id`, nameOf('course', sql`written.course_id`)],
  }),
  (userId) => ({
    from: sql`broadcast_delivery delivery join broadcast on broadcast.id = delivery.broadcast_id
      where user_id = ${userId} and delivery.state not in ('queued', 'skipped')`,
    kind: 'contact',
    event: sql`('broadcast-' || delivery.state)`,
    at: sql`coalesce(read_at, delivered_at, failed_at, sent_at, claimed_at, queued_at)`,
    subject: sql`delivery.id`,
    detail: sql`broadcast.channel`,
    note: sql`case delivery.state when 'failed' then delivery.error else '' end`,
    record: ['broadcast', sql`broadcast.id`, sql`broadcast.name`],
  }),
  (userId) => ({
    from: sql`marketing_consent consent where user_id = ${userId}`,
    kind: 'contact',
    event: sql`('consent-' || state)`,
    at: sql`at`,
    detail: sql`channel`,
    note: sql`note`,
  }),
  (userId) => ({
    from: sql`calendar_invitation letter join calendar_event event on event.id = letter.event_id
      left join course_section section on section.id = event.section_id
      where letter.email = any(${addressesOf(userId)}) and sent_at is not null`,
    kind: 'contact',
    event: sql`case method when 'CANCEL' then 'class-cancelled' else 'class-invited' end`,
    at: sql`sent_at`,
    detail: sql`coalesce(event.summary, section.name)`,
    record: ['course', sql`section.course_id`, nameOf('course', sql`section.course_id`)],
  }),
];
