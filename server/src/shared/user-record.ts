/** Rows of users from their fields; the phone number is stored in E.164 beside its text (phone.ts). */
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { e164Of } from '#shared/phone.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import type { Tables } from '#tables';

type UserRow = Insertable<Tables['user']>;

/** Fields of a user that people and files give. */
export type UserFields = Partial<
  Pick<UserRow, 'name' | 'email' | 'phoneNumber' | 'uoc' | 'job' | 'location' | 'externalId'>
>;

/** Columns of the fields given; a phone number comes with its E.164 form. For every insert and update of people. */
export const userColumns = <Fields extends UserFields>(fields: Fields): Fields & { phoneE164?: string | null } =>
  fields.phoneNumber === undefined ? fields : { ...fields, phoneE164: e164Of(fields.phoneNumber) };

/** 409 at `email`. */
export const emailTaken = (email: string) => conflict(`Somebody has the e-mail ${email} already`, 'email');

/** Inserts a user without a password, a member unless `role` is set; returns the id. 409 if the e-mail is taken. */
export async function insertUser(
  db: Db,
  { role = 'member', ...fields }: UserFields & Pick<UserRow, 'name' | 'email'> & Partial<Pick<UserRow, 'role'>>,
): Promise<string> {
  const inserted = await db
    .insertInto('user')
    .values({ ...userColumns(fields), role, passwordHash: '' })
    .onConflict((on) => on.expression(sql`tenant, email_key`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw emailTaken(fields.email);
  return inserted.id;
}
