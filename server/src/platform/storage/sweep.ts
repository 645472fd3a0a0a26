/** Removal of unneeded files: uploads that never finished, and files that no record has referred to for 7 days. */
import { sql } from 'kysely';
import { z } from 'zod';
import { dayMs } from '#contract/kernel/days.ts';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '../database/database.ts';
import { HttpError } from '../errors.ts';
import { findReferencedMarks, oldestRunningTransaction } from './references.ts';
import type { Storage } from './storage.ts';
import { completeUpload, deleteUpload } from './uploads.ts';
import { defineJob } from '../jobs/job.ts';

const keptFor = '7 days';
const keptForMs = 7 * dayMs;
/** Batch size, of statements and of second checks. */
const batchSize = 200;

interface Known {
  id: string;
  key: string;
  mark: string;
}

const batchesOf = <Item>(items: Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / batchSize) }, (_, n) =>
    items.slice(n * batchSize, (n + 1) * batchSize),
  );
const marksOf = (uploads: Known[]) => new Set(uploads.map(({ mark }) => mark));

/** Records which files are unused, and since when; returns those unused for long enough. */
async function note(db: Db, uploads: Known[], used: ReadonlySet<string>): Promise<Known[]> {
  const due: Known[] = [];
  for (const batch of batchesOf(uploads)) {
    const usedIds = batch.filter(({ mark }) => used.has(mark)).map(({ id }) => id);
    const { rows } = await sql<{ id: string }>`
      with noted as (update upload set checked_at = now(), unused_since =
          case when id = any(${usedIds}::uuid[]) then null else coalesce(unused_since, now()) end
        where id = any(${batch.map(({ id }) => id)}::uuid[]) returning id, unused_since)
      select id from noted where unused_since < now() - ${keptFor}::interval`.execute(db);
    const ids = new Set(rows.map(({ id }) => id));
    due.push(...batch.filter(({ id }) => ids.has(id)));
  }
  return due;
}

/**
 * Removes unused files. Scanning all records takes long, so right before a removal a second check covers what was
 * written since.
 */
async function sweepUnused(db: Db, storage: Storage, signal: AbortSignal | undefined): Promise<void> {
  const since = await oldestRunningTransaction(db);
  const { rows: uploads } = await sql<Known>`
    select id, key, substring(key from '[0-9a-f]{32}') as mark from upload where finished_at is not null`.execute(db);
  const used = await findReferencedMarks(db, marksOf(uploads), { signal });
  for (const batch of batchesOf(await note(db, uploads, used))) {
    const usedAgain = await findReferencedMarks(db, marksOf(batch), { since, signal });
    for (const upload of batch) if (!usedAgain.has(upload.mark)) await deleteUpload(db, storage, upload);
  }
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(JSON.stringify(error)));

/** Finishes uploads that arrived, and removes those that did not arrive in time. Returns errors. */
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
    await completeUpload(db, storage, { id: upload.id })
      .catch(async (error: unknown) => {
        // Not arrived, being checked, or refused and removed already.
        if (!(error instanceof HttpError)) throw error;
        if (upload.isDue) await deleteUpload(db, storage, upload);
      })
      // An error must not prevent the others.
      .catch((error: unknown) => failures.push(asError(error)));
  await storage.clean(new Date(Date.now() - keptForMs));
  return failures;
}

/** Whether some file was last checked more than a day ago. */
const isDue = (db: Db) =>
  db
    .selectFrom('upload')
    .select('id')
    .where('finishedAt', 'is not', null)
    .where(sql<boolean>`coalesce(checked_at, created_at) < now() - interval '1 day'`)
    .limit(1)
    .executeTakeFirst();

/**
 * Sweeps one tenant's files. Safe to interrupt and to run concurrently. `signal`: stops early; the next run starts the
 * scan again.
 */
export async function sweepUploads(db: Db, storage: Storage, signal?: AbortSignal): Promise<void> {
  const failures = await sweepUnfinished(db, storage);
  if (await isDue(db)) await sweepUnused(db, storage, signal);
  if (failures.length > 0) throw failures[0];
}

/** Removes a withdrawn file from the store (docs/decisions/0061). */
export const removeFile = defineJob({
  name: 'remove-file',
  ids: z.object({ uploadId: id }),
  concurrency: 4,
  async run({ db, storage, ids: { uploadId } }) {
    const upload = await db
      .selectFrom('upload')
      .select(['id', 'key'])
      .where('id', '=', uploadId)
      .where('withdrawnAt', 'is not', null)
      .executeTakeFirst();
    if (upload) await deleteUpload(db, storage, upload);
  },
});
