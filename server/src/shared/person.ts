/** People created and corrected, by staff and by programs (docs/decisions/0077, 0100). */
import { e164Of } from '#shared/phone.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { updateRecord } from '#platform/records.ts';
import { endSessions } from '#platform/session/session.ts';
import { endLinks, sendAccountMails, sendLinks } from './mail/account-mail.ts';
import { type UserFields, insertUser, userColumns } from './user-record.ts';

function refuseWrongPhone(phoneNumber: string | undefined) {
  if (phoneNumber && e164Of(phoneNumber) === null) throw badRequest('Not a phone number', 'phoneNumber');
}

/** Creates a person without a password; 409 if the e-mail is taken. */
export async function createPerson(
  db: Db,
  fields: Parameters<typeof insertUser>[1],
  { isInvited }: { isInvited: boolean },
): Promise<string> {
  refuseWrongPhone(fields.phoneNumber);
  const id = await insertUser(db, fields);
  if (isInvited) await sendLinks(db, [{ id, email: fields.email, hasPassword: false }]);
  return id;
}

interface Person {
  id: string;
  email: string;
  phoneNumber: string;
  hasPassword: boolean;
}

export const hasNewEmail = ({ email }: Pick<Person, 'email'>, fields: UserFields): boolean =>
  fields.email !== undefined && fields.email.toLowerCase() !== email.toLowerCase();

/** Ends sessions and links of a former address, confirms the change at both, and sends an open link to the new one. */
async function followNewEmail(db: Db, user: Person, email: string) {
  await endSessions(db, user.id);
  const ended = await endLinks(db, [user.id]);
  await sendAccountMails(
    db,
    [user.email, email].map((address) => ({ userId: user.id, kind: 'email-changed', email: address })),
  );
  if (ended > 0) await sendLinks(db, [{ ...user, email }]);
}

/** Changes fields of a locked user; returns the new version. */
export async function changePerson(db: Db, user: Person, fields: UserFields): Promise<{ version: number }> {
  if (fields.phoneNumber !== user.phoneNumber) refuseWrongPhone(fields.phoneNumber);
  const changed = await updateRecord(db, 'user', user.id, userColumns(fields));
  if (fields.email !== undefined && hasNewEmail(user, fields)) await followNewEmail(db, user, fields.email);
  return changed;
}
