/** Members by the e-mails of tracked orders. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { matchesAll, searchPatterns } from '#platform/list.ts';

interface Member {
  userId: string;
  name: string;
}

/** Members by their e-mails in lower case. The condition on `search` is for its index: `lower` has none under RLS. */
export async function findMembers(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, Member>> {
  const searched = emails.flatMap((email) => {
    const patterns = searchPatterns(email);
    return patterns ? [matchesAll('search', patterns)] : [];
  });
  if (searched.length === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .where(sql<boolean>`(${sql.join(searched, sql` or `)})`)
    .where(sql<boolean>`lower(email) = any(${emails.map((email) => email.toLowerCase())})`)
    .select([sql<string>`lower(email)`.as('email'), 'id as userId', 'name'])
    .execute();
  return new Map(rows.map(({ email, ...member }) => [email, member]));
}
