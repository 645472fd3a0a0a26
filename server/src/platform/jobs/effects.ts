/** What a job did is remembered under a key, so that it is not done again when the job runs again. */
import type { Db } from '#platform/database/database.ts';

/** True for the one who comes first; a twin that runs at the same time waits for its transaction to end. */
async function claim(db: Db, key: string): Promise<boolean> {
  const claimed = await db
    .insertInto('effect')
    .values({ key })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** For effects in this database: exactly once, in one transaction with the memory of it. */
export async function once(db: Db, key: string, work: (tx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await claim(tx, key)) await work(tx);
  });
}

/**
 * For effects elsewhere: not again once it is remembered, which is the next thing after `work`. A process that dies
 * between the two does it again: `work` must pass the key to the other side, which alone can tell.
 */
export async function onceOutside(db: Db, key: string, work: () => Promise<void>): Promise<void> {
  const done = await db.selectFrom('effect').select('key').where('key', '=', key).executeTakeFirst();
  if (done) return;
  await work();
  await claim(db, key);
}
