/** Job that removes a withdrawn file from the store (docs/decisions/0061). */
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { deleteUpload } from './uploads.ts';

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
