/** Fills tables of a test database without their indexes, which are built afterwards in a fraction of the time. */
import type pg from 'pg';

/**
 * Drops all indexes that are not unique, runs `fill` and builds the same indexes again. Unique indexes stay, because
 * `on conflict` needs them.
 */
export async function withoutIndexes(owner: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace and not indisunique`,
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  await fill();
  await owner.query(`set maintenance_work_mem = '256MB'`);
  for (const { definition } of rows) await owner.query(definition);
}
