/** The job that makes the paper of a certificate, after the commit that issued it. */
import { z } from 'zod';
import { id } from '#contract/fields.ts';
import { typeOfMedia } from '#contract/upload.ts';
import { HttpError } from '#platform/errors.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { keepMade } from '#platform/storage/made.ts';
import { publicOrigin } from '#platform/tenancy.ts';
import { drawCertificate } from './paper.ts';
import { findPaper } from './queries.ts';

const isGone = (error: unknown) => error instanceof HttpError && error.statusCode === 404;

/** Undefined: the certificate is gone since. */
const read = (db: Parameters<typeof findPaper>[0], certificateId: string) =>
  findPaper(db, certificateId).catch((error: unknown) => {
    if (isGone(error)) return undefined;
    throw error;
  });

export const makeCertificate = defineJob({
  name: 'make-certificate',
  ids: z.object({ certificateId: id }),
  concurrency: 2,
  timeout: 60,
  async run({ db, ids: { certificateId }, tenant, config, storage }) {
    const paper = await read(db, certificateId);
    // Made already, or revoked since: there is nothing left to do.
    if (!paper || paper.fileUrl !== null || paper.status === 'revoked') return;
    const origin = paper.origin ?? publicOrigin(tenant, config);
    const content = await drawCertificate({ ...paper, origin, brand: config.brands[tenant], tenant });
    const type = typeOfMedia('application/pdf')!;
    const name = `Sertifikat ${paper.code}.pdf`;
    const { url } = await keepMade(db, storage, { tenant, prefix: 'certificate', name, type, content });
    // Reissued or revoked meanwhile: its own job makes the other paper, and the sweep removes this one.
    await db
      .updateTable('certificate')
      .set({ fileUrl: url, status: 'issued' })
      .where('id', '=', certificateId)
      .where('version', '=', paper.version)
      .execute();
  },
});
