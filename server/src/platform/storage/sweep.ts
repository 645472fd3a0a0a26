/** Removes files that nothing needs: what never arrived, and what no record has referred to for 7 days. */
import { sql } from 'kysely';
import type { Db } from '#platform/database/database.ts';
import { HttpError } from '../errors.ts';
import { mentioned, presentMoment } from './references.ts';
import type { Storage } from './storage.ts';
import { finish, forget } from './uploads.ts';

const keptFor = '7 days';
const keptForMs = 7 * 24 * 3600 * 1000;
/** In one statement, and between two looks at the records. */
const mostAtOnce = 200;

interface Known {
  id: string;
  key: string;
  mark: string;
}

const parts = <Item>(items: Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / mostAtOnce) }, (_, n) =>
    items.slice(n * mostAtOnce, (n + 1) * mostAtOnce),
  );
const marksOf = (uploads: Known[]) => new Set(uploads.map(({ mark }) => mark));

/** Notes which of these files nothing refers to, and since when; answers those for which that is long enough. */
async function note(db: Db, uploads: Known[], used: ReadonlySet<string>): Promise<Known[]> {
  const due: Known[] = [];
  for (const some of parts(uploads)) {
    const usedIds = some.filter(({ mark }) => used.has(mark)).map(({ id }) => id);
    const { rows } = await sql<{ id: string }>`
      with noted as (update upload set checked_at = now(), unused_since =
          case when id = any(${usedIds}::uuid[]) then null else coalesce(unused_since, now()) end
        where id = any(${some.map(({ id }) => id)}::uuid[]) returning id, unused_since)
      select id from noted where unused_since < now() - ${keptFor}::interval`.execute(db);
    const ids = new Set(rows.map(({ id }) => id));
    due.push(...some.filter(({ id }) => ids.has(id)));
  }
  return due;
}

/**
 * Looks through all records, which takes its time; a record that takes a file back meanwhile is found by a second look,
 * at what was written since, right before the file goes.
 */
async function sweepUnused(db: Db, storage: Storage, signal: AbortSignal | undefined): Promise<void> {
  const since = await presentMoment(db);
  const { rows: uploads } = await sql<Known>`
    select id, key, substring(key from '[0-9a-f]{32}') as mark from upload where finished_at is not null`.execute(db);
  const used = await mentioned(db, marksOf(uploads), { signal });
  for (const some of parts(await note(db, uploads, used))) {
    const usedAgain = await mentioned(db, marksOf(some), { since, signal });
    for (const upload of some) if (!usedAgain.has(upload.mark)) await forget(db, storage, upload);
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(JSON.stringify(error)));

/** What arrived and nobody finished is finished; what did not arrive in time is forgotten. Answers what went wrong. */
async function sweepUnfinished(db: Db, storage: Storage): Promise<Error[]> {
  const unfinished = await db
    .selectFrom('upload')
    .select(['id', 'key', sql<boolean>`created_at < now() - ${keptFor}::interval`.as('isDue')])
    .where('finishedAt', 'is', null)
    .where('createdAt', '<', sql<string>`now() - interval '15 minutes'`)
    .orderBy('createdAt')
    .execute();
  const failures: Error[] = [];
  for (const upload of unfinished)
    await finish(db, storage, upload.id)
      .catch(async (error: unknown) => {
        // Not there, being looked into, or refused and gone already.
        if (!(error instanceof HttpError)) throw error;
        if (upload.isDue) await forget(db, storage, upload);
      })
      // The others have their turn all the same.
      .catch((error: unknown) => failures.push(asError(error)));
  await storage.clean(new Date(Date.now() - keptForMs));
  return failures;
}

/** True when a file was last checked more than a day ago. */
const isTime = (db: Db) =>
  db
    .selectFrom('upload')
    .select('id')
    .where('finishedAt', 'is not', null)
    .where(sql<boolean>`coalesce(checked_at, created_at) < now() - interval '1 day'`)
    .limit(1)
    .executeTakeFirst();

/**
 * One tenant's. May be cut off anywhere and run by several at once: what is gone is gone once. `signal`: to end soon;
 * the next run begins the look through all records anew.
 */
export async function sweepUploads(db: Db, storage: Storage, signal?: AbortSignal): Promise<void> {
  const failures = await sweepUnfinished(db, storage);
  if (await isTime(db)) await sweepUnused(db, storage, signal);
  if (failures.length > 0) throw failures[0];
}
