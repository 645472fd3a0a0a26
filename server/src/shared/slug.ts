/** A slug that nobody in the tenant has (contract/src/slug.ts makes the words). */
import { sql } from 'kysely';
import { freeSlug, slugOf } from '#contract/slug.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Tables } from '#tables';

type Slugged = { [Table in keyof Tables]: Tables[Table] extends { slug: unknown } ? Table : never }[keyof Tables];

/**
 * The slug for a new record of this name. Whoever makes another one at the same moment waits until this transaction
 * ends,
 * so that the slug is still free when it is used.
 */
export async function newSlug(db: Db, table: Slugged, name: string): Promise<string> {
  const slug = slugOf(name);
  await oneAtATime(db, `slug of ${table}`);
  // A slug holds nothing that LIKE would read as a pattern.
  const taken = await sql<{
    slug: string;
  }>`select slug from ${sql.table(table)} where slug = ${slug} or slug like ${`${slug}-%`}`.execute(db);
  return freeSlug(slug, new Set(taken.rows.map((row) => row.slug)));
}
