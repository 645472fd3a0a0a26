/** Uploaded files that prove something, such as receipts and purchase orders. */
import { acceptedFiles } from '#contract/kernel/upload.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest } from '#platform/errors.ts';
import { findUpload } from '#platform/storage/uploads.ts';

/** 400 unless the URL is that of a PDF or picture that was uploaded here, or null. */
export async function checkProof(db: Db, url: string | null, path: string): Promise<void> {
  if (url === null) return;
  const upload = await findUpload(db, { url });
  if (!upload || upload.finishedAt === null || !(upload.type in acceptedFiles.evidence.types))
    throw badRequest('Upload a PDF or a picture here', path);
}
