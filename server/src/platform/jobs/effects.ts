/** Effects of jobs, recorded under keys so that a repeated job does not repeat them. */
import type { Db } from '#platform/database/database.ts';

/** Claims a key; false if it was claimed before. Waits for a concurrent transaction with the same key. */
async function claim(db: Db, key: string): Promise<boolean> {
  const claimed = await db
    .insertInto('effect')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Runs an effect in this database exactly once, in one transaction with its record. */
export async function runOnce(db: Db, key: string, work: (tx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await claim(tx, key)) await work(tx);
  });
}

/**
 * Runs an external effect, and records it right after. If the process dies in between, the effect is repeated, so
 * `work` must pass the key to the other side for deduplication.
 */
export async function runAtLeastOnce(db: Db, key: string, work: () => Promise<void>): Promise<void> {
  const done = await db.selectFrom('effect').select('key').where('key', '=', key).executeTakeFirst();
  if (done) return;
  await work();
  await claim(db, key);
}
