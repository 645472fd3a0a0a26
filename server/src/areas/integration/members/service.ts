/** Members by the ids of another program (docs/decisions/0100). */
import { type RawBuilder, sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { getMember, type putMember } from '#contract/integration/members.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { HttpError, badRequest, notFound } from '#platform/errors.ts';
import { changePerson, createPerson } from '#shared/person.ts';
import { emailTaken } from '#shared/user-record.ts';

/** Ids of members by external id, through merges; missing: there is none, or it is an account of staff. */
export async function findMemberIds(db: Db, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ externalId: string; id: string }>`with recursive person as (
      select external_id, id, role, merged_into from "user" where external_id = any(${externalIds})
      union select person.external_id, next.id, next.role, next.merged_into from person join "user" next on next.id = person.merged_into)
    select external_id, id from person where merged_into is null and role = 'member'`.execute(db);
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}

const findMemberId = async (db: Db, externalId: string) => (await findMemberIds(db, [externalId])).get(externalId);

/** Id of the member that an address names; 404 if there is none. */
export async function memberOfAddress(db: Db, externalId: string): Promise<string> {
  const id = await findMemberId(db, externalId);
  if (id === undefined) throw notFound('member');
  return id;
}

/** Id of the member that a body names; 400 at `path` if there is none. */
export async function memberIdOf(db: Db, externalId: string, path: string): Promise<string> {
  const id = await findMemberId(db, externalId);
  if (id === undefined) throw badRequest('There is no member with this external id', path);
  return id;
}

/** Account by its external id or e-mail, locked until the transaction ends. */
async function lockPerson(db: Db, condition: RawBuilder<unknown>) {
  const { rows } = await sql<{
    id: string;
    email: string;
    phoneNumber: string;
    role: string;
    externalId: string | null;
    isMerged: boolean;
    hasPassword: boolean;
  }>`select id, email, phone_number, role, external_id, merged_into is not null as is_merged,
    password_hash <> '' as has_password from "user" where ${condition} for no key update`.execute(db);
  return rows[0];
}

/** Creates or corrects a member. */
export async function upsertMember(
  db: Db,
  externalId: string,
  { invite, ...fields }: ValidatedInput<typeof putMember>['body'],
) {
  await oneAtATime(db, `member ${externalId}`);
  const person =
    (await lockPerson(db, sql`external_id = ${externalId}`)) ??
    (await lockPerson(db, sql`email_key = ${fields.email.toLowerCase()}`));
  if (!person)
    return { userId: await createPerson(db, { ...fields, externalId }, { isInvited: invite }), created: true };
  if (person.role !== 'member') throw new HttpError(403, 'No API key may change an account of staff');
  if (person.externalId !== null && person.externalId !== externalId) throw emailTaken(fields.email);
  await changePerson(db, person, person.isMerged ? { externalId } : { ...fields, externalId });
  return { userId: person.isMerged ? await memberIdOf(db, externalId, 'externalId') : person.id, created: false };
}

const columns = columnsOf('user', getMember.reply, { userId: 'id' });

/** Member by external id; 404 if there is none. */
export async function readMember(db: Db, externalId: string) {
  const id = await memberOfAddress(db, externalId);
  const member = await db.selectFrom('user').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
  return { ...member, externalId };
}
