/** Jobs of certificates: the PDFs of a course, after the commit that issued them, and the counts of ready members. */
import { certificateFolder } from '#contract/certificate/endpoints.ts';
import { id } from '#contract/kernel/fields.ts';
import { typeOfMedia } from '#contract/kernel/upload.ts';
import { z } from 'zod';
import { type JobContext, defineJob } from '#platform/jobs/job.ts';
import { storeGenerated } from '#platform/storage/generated.ts';
import { deleteUpload } from '#platform/storage/uploads.ts';
import { publicOrigin } from '#platform/tenancy.ts';
import { countReady, readyJob } from '#shared/certificates-ready.ts';
import { type Paper, findUnmade } from './queries.ts';

/** Number of PDFs generated concurrently: drawing overlaps with storing. */
const atOnce = 4;

async function make({ db, tenant, config, storage }: JobContext, paper: Paper): Promise<void> {
  const origin = publicOrigin(tenant, config);
  // Loaded on first use: pdfkit takes 20 MB.
  const { drawCertificate } = await import('./paper.ts');
  const content = await drawCertificate({ ...paper, origin, brand: config.brands[tenant], tenant });
  const type = typeOfMedia('application/pdf')!;
  const name = `Sertifikat ${paper.code}.pdf`;
  const made = { tenant, prefix: certificateFolder, name, type, content, isRevocable: true };
  const file = await storeGenerated(db, storage, made);
  const { numUpdatedRows } = await db
    .updateTable('certificate')
    .set({ fileUrl: file.url, status: 'issued' })
    .where('id', '=', paper.id)
    .where('version', '=', paper.version)
    .executeTakeFirst();
  // Reissued or revoked meanwhile: a newer job generates the PDF.
  if (numUpdatedRows === 0n) await deleteUpload(db, storage, file);
}

/** One job per course, as the overhead of one per certificate would exceed its work. Finished PDFs are kept on failure. */
export const makeCertificates = defineJob({
  name: 'make-certificates',
  ids: z.object({ courseId: id }),
  concurrency: 2,
  timeout: 900,
  async run(context) {
    const papers = await findUnmade(context.db, context.ids.courseId);
    const failures: unknown[] = [];
    for (let at = 0; at < papers.length; at += atOnce) {
      context.signal.throwIfAborted();
      const some = papers.slice(at, at + atOnce).map((paper) => make(context, paper));
      for (const one of await Promise.allSettled(some)) if (one.status === 'rejected') failures.push(one.reason);
    }
    // Fail only after the others are done.
    if (failures.length > 0) throw failures[0];
  },
});

/**
 * Counts the members who are ready for a certificate: of a course after a change made here, of all every five minutes,
 * because the members' site reports progress all the time.
 */
export const countReadyJob = defineJob({
  ...readyJob,
  cron: '*/5 * * * *',
  run: ({ db, ids: { courseId } }) => countReady(db, courseId),
});
