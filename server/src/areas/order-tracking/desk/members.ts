/** Members by the e-mails of tracked orders. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';

interface Member {
  userId: string;
  name: string;
}

/** Members by their e-mails in lower case. */
export async function findMembers(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, Member>> {
  const rows = await db
    .selectFrom('user')
    .where(sql<boolean>`email_key = any(${emails.map((email) => email.toLowerCase())})`)
    .select(['emailKey', 'id as userId', 'name'])
    .execute();
  return new Map(rows.map(({ emailKey, ...member }) => [emailKey, member]));
}
