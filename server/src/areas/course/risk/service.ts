/** Messages to members at risk: whom they reach, and the job that mails them. */
import { type Insertable, sql } from 'kysely';
import { z } from 'zod';
import { type AtRiskRow, riskMessage, type writeToMembers } from '#contract/course/risk.ts';
import type { Reply, ValidatedInput } from '#contract/kernel/endpoint.ts';
import { id } from '#contract/kernel/fields.ts';
import { whatsAppChat } from '#contract/order/whatsapp.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { enqueueAll } from '#platform/jobs/outbox.ts';
import { mailOnce, onOneLine } from '#shared/mail/mail-once.ts';
import { renderMail } from '#shared/mail/template.ts';
import type { Tables } from '#tables';
import { findRiskTemplates } from './queries.ts';

type Message = ValidatedInput<typeof writeToMembers>['body'];
type Answer = Reply<typeof writeToMembers>;
type Known = Pick<AtRiskRow, 'userId' | 'courseId' | 'name' | 'courseName' | 'phoneNumber'>;

export const writerOf = async (db: Db, userId: string) =>
  (await db.selectFrom('user').select('name').where('id', '=', userId).executeTakeFirst())?.name ?? '';

/** Those of the members who are at risk in a course that the caller sees. */
const findMembers = (db: Db, members: Message['members']): Promise<Known[]> =>
  db
    .selectFrom('atRisk')
    .innerJoin('user', 'user.id', 'atRisk.userId')
    .innerJoin('course', 'course.id', 'atRisk.courseId')
    .where(
      sql<boolean>`(at_risk.user_id, at_risk.course_id) in (select * from unnest(${members.map(({ userId }) => userId)}::uuid[],
        ${members.map(({ courseId }) => courseId)}::uuid[]))`,
    )
    .select(['atRisk.userId', 'atRisk.courseId', 'user.name', 'user.phoneNumber', 'course.name as courseName'])
    .execute();

/** Refuses ids of no user and of no course that the caller sees. */
async function requireKnown(db: Db, members: Message['members']): Promise<void> {
  const { rows } = await sql<{ at: number; isUser: boolean }>`select at::int - 1 as at, "user".id is not null as is_user
    from unnest(${members.map(({ userId }) => userId)}::uuid[], ${members.map(({ courseId }) => courseId)}::uuid[])
      with ordinality as one (user_id, course_id, at)
      left join "user" on "user".id = one.user_id left join course on course.id = one.course_id
    where "user".id is null or course.id is null order by at limit 1`.execute(db);
  const [missing] = rows;
  if (!missing) return;
  const [field, noun] = missing.isUser ? ['courseId', 'course'] : ['userId', 'user'];
  throw badRequest(`There is no such ${noun}`, `members.${missing.at}.${field}`);
}

/** Records messages and enqueues mails, to those who can be reached and have had none today. */
export async function write(db: Db, { channel, templateId, members }: Message, callerId: string): Promise<Answer> {
  const template = (await findRiskTemplates(db)).find((one) => one.templateId === templateId);
  if (!template) throw badRequest('There is no such template for members at risk', 'templateId');
  await requireKnown(db, members);
  const writer = await writerOf(db, callerId);
  const known = new Map((await findMembers(db, members)).map((one) => [keyOf(one), one]));
  const reasons = new Map(members.map((one) => [keyOf(one), unreachable(known.get(keyOf(one)), channel)]));
  const reached = [...known.values()].filter((one) => !reasons.get(keyOf(one)));
  const rows = reached.map((one) => ({
    userId: one.userId,
    courseId: one.courseId,
    byId: callerId,
    channel,
    templateName: template.name,
    message: riskMessage(template.body, one, writer),
  }));
  const made = rows.length === 0 ? [] : await insertContacts(db, rows);
  if (channel === 'mail')
    await enqueueAll(
      db,
      sendLearningMail,
      made.map(({ id: contactId }) => ({ contactId })),
    );
  const contacted = made.map(({ userId, courseId }) => ({ userId, courseId }));
  const done = new Set(contacted.map(keyOf));
  const refused = members
    .filter((one) => !done.has(keyOf(one)))
    .map((one) => ({ ...one, message: reasons.get(keyOf(one)) ?? 'Has had a message today' }));
  return { contacted, refused };
}

const keyOf = ({ userId, courseId }: { userId: string; courseId: string }) => `${userId} ${courseId}`;

/** Leaves out those who have had a message today, by the unique index. */
const insertContacts = (db: Db, rows: Insertable<Tables['learningContact']>[]) =>
  db
    .insertInto('learningContact')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'userId', 'courseId'])
    .execute();

function unreachable(member: Known | undefined, channel: Message['channel']): string | undefined {
  if (!member) return 'Is no longer at risk in this course';
  const isOff = channel === 'whatsapp' && !whatsAppChat(member.phoneNumber, '');
  return isOff ? 'Has no phone number that WhatsApp accepts' : undefined;
}

/** Mails a message to a member at risk, at least once; nothing if the member or the course was deleted. */
export const sendLearningMail = defineJob({
  name: 'send-learning-mail',
  ids: z.object({ contactId: id }),
  concurrency: 4,
  timeout: 120,
  async run(context) {
    const { db, ids, tenant, config } = context;
    const letter = await db
      .selectFrom('learningContact as contact')
      .innerJoin('user', 'user.id', 'contact.userId')
      .innerJoin('course', 'course.id', 'contact.courseId')
      .where('contact.id', '=', ids.contactId)
      .select(['user.name', 'user.email', 'course.name as courseName', 'contact.message'])
      .executeTakeFirst();
    if (!letter) return;
    const subject = onOneLine(`Kursus Anda: ${letter.courseName}`);
    const text = letter.message.split(/\n\s*\n/).filter((part) => part.trim() !== '');
    const to = { name: onOneLine(letter.name), address: letter.email };
    await mailOnce(context, to, renderMail(config.brands[tenant], subject, text));
  },
});
