/** Jobs of requests for personal data: dossiers, their removal, and erasures. */
import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { typeOfMedia } from '#contract/kernel/upload.ts';
import { dossierDays, dossierFolder } from '#contract/user/privacy.ts';
import { type JobContext, defineJob } from '#platform/jobs/job.ts';
import { storeGenerated } from '#platform/storage/generated.ts';
import { deleteUpload, findUpload } from '#platform/storage/uploads.ts';
import { erase } from './erasure.ts';
import { findPerson } from './person.ts';

const ids = z.object({ requestId: id });
type Context = JobContext<typeof ids>;

/** Names and input of the jobs, for enqueueing them. */
export const dossierJob = { name: 'make-dossier', ids } as const;
export const erasureJob = { name: 'erase-person', ids } as const;

/** Runs the work of a running request; the last failed try is shown with the request, which then waits again. */
async function work(
  context: Context,
  kind: 'dossier' | 'erasure',
  run: (userId: string) => Promise<void>,
): Promise<void> {
  const {
    db,
    ids: { requestId },
    isLastTry,
  } = context;
  const request = await db
    .selectFrom('privacyRequest')
    .where('id', '=', requestId)
    .where('kind', '=', kind)
    .where('state', '=', 'running')
    .select('userId')
    .executeTakeFirst();
  if (!request) return;
  await run(request.userId).catch(async (error: Error) => {
    if (isLastTry)
      await sql`update privacy_request set state = 'open', error = ${error.message.slice(0, 500)} where id = ${requestId} and state = 'running'`.execute(
        db,
      );
    throw error;
  });
}

export const makeDossierJob = defineJob({
  ...dossierJob,
  timeout: 900,
  run: (context) =>
    work(context, 'dossier', async (userId) => {
      const {
        db,
        tenant,
        config,
        storage,
        signal,
        ids: { requestId },
      } = context;
      const person = await findPerson(db, userId);
      // Loaded on first use.
      const { dossierOf } = await import('./dossier.ts');
      const content = await dossierOf(
        { db, storage, signal, project: config.firebase[tenant], brand: config.brands[tenant] },
        person,
      );
      const type = typeOfMedia('application/zip')!;
      const file = await storeGenerated(db, storage, {
        tenant,
        prefix: dossierFolder,
        name: 'dossier.zip',
        type,
        content,
        isRevocable: true,
      });
      const { numAffectedRows } =
        await sql`update privacy_request set state = 'done', finished_at = now(), error = null, file_url = ${file.url}
        where id = ${requestId} and state = 'running'`.execute(db);
      // Another run was first.
      if (numAffectedRows === 0n) await deleteUpload(db, storage, file);
    }),
});

export const removeDossiers = defineJob({
  name: 'remove-dossiers',
  ids: z.object({}),
  cron: '40 * * * *',
  async run({ db, storage }) {
    const { rows } = await sql<{ id: string; url: string }>`select id, file_url as url from privacy_request
      where file_url is not null and finished_at < now() - make_interval(days => ${dossierDays})`.execute(db);
    for (const { id: requestId, url } of rows) {
      const upload = await findUpload(db, { url });
      if (upload) await deleteUpload(db, storage, upload);
      await sql`update privacy_request set file_url = null where id = ${requestId}`.execute(db);
    }
  },
});

export const erasePersonJob = defineJob({
  ...erasureJob,
  timeout: 3600,
  run: (context) =>
    work(context, 'erasure', async (userId) =>
      erase(context, context.ids.requestId, await findPerson(context.db, userId)),
    ),
});
