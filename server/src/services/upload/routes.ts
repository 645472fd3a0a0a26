/** HTTP endpoints of uploads and uploaded files. */
import type { FastifyInstance } from 'fastify';
import * as upload from '#contract/kernel/upload.ts';
import { acceptFormData } from '#platform/http/form-data.ts';
import { serve } from '#platform/http/serve.ts';
import { EmbeddedStorage } from '#platform/storage/embedded.ts';
import { requireSession } from '#platform/session/session.ts';
import { completeUpload } from '#platform/storage/uploads.ts';
import { fileRoutes } from './files.ts';
import { resumableRoutes } from './resumable.ts';
import * as service from './service.ts';

/** Files are inspected and stored outside of transactions, so that a slow store does not hold a connection. */
const ownTransactions = { ownTransactions: true };

export async function uploadRoutes(app: FastifyInstance): Promise<void> {
  const { storage } = app.deps;
  await app.register(async (scope) => {
    acceptFormData(scope, upload.uploadImage.filePart!);
    serve(
      scope,
      upload.uploadImage,
      async ({ body, db, caller, request }) => ({
        file: { url: await service.storeImage(db, storage, caller, body.prefix, request.file) },
      }),
      ownTransactions,
    );
  });
  serve(app, upload.presignUpload, ({ body, db, caller }) => service.presign(db, storage, caller, body));
  serve(
    app,
    upload.beginUpload,
    ({ body, db, caller }) => service.beginResumable(db, storage, caller, body),
    ownTransactions,
  );
  serve(
    app,
    upload.finishUpload,
    async ({ params, db, caller }) => {
      await requireSession(db, caller);
      return { file: { url: await completeUpload(db, storage, { id: params.id, userId: caller.userId }) } };
    },
    ownTransactions,
  );
  await resumableRoutes(app);
  if (storage instanceof EmbeddedStorage) await fileRoutes(app, storage);
}
