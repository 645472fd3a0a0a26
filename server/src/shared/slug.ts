/** Slugs unique in the tenant (words by contract/src/kernel/slug.ts). */
import { sql } from 'kysely';
import { freeSlug, slugOf } from '#contract/kernel/slug.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Tables } from '#tables';

type Slugged = { [Table in keyof Tables]: Tables[Table] extends { slug: unknown } ? Table : never }[keyof Tables];

/**
 * Slug for a new record of this name. Concurrent calls wait until this transaction ends, so that the slug stays free.
 */
export async function newSlug(db: Db, table: Slugged, name: string): Promise<string> {
  const slug = slugOf(name);
  await oneAtATime(db, `slug of ${table}`);
  // Slugs contain no LIKE wildcards.
  const taken = await sql<{
    slug: string;
  }>`select slug from ${sql.table(table)} where slug = ${slug} or slug like ${`${slug}-%`}`.execute(db);
  return freeSlug(slug, new Set(taken.rows.map((row) => row.slug)));
}
