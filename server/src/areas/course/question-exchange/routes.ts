/** HTTP endpoints of importing and exporting files of questions. */
import type { FastifyInstance } from 'fastify';
import * as exchange from '#contract/course/question-exchange/endpoints.ts';
import { badRequest } from '#platform/errors.ts';
import { acceptFormData } from '#platform/http/form-data.ts';
import { serve } from '#platform/http/serve.ts';
import { withoutGif } from '#platform/storage/picture.ts';
import { previewInWorker, encodeInWorker } from './run-in-worker.ts';
import { storeImage } from '../../../services/upload/service.ts';
import { fileOf, withPictures } from './service.ts';
import { findQuestions, findQuiz } from './queries.ts';
import { examples } from './template.ts';

export async function questionExchangeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    acceptFormData(scope, exchange.previewQuestions.filePart!);
    serve(
      scope,
      exchange.previewQuestions,
      async ({ params, db, caller, request }) => {
        const { type } = await findQuiz(db, params.id);
        if (!request.file || request.file.length === 0)
          throw badRequest('Send the questions as the file "file"', 'file');
        const preview = await previewInWorker(request.file, type);
        return withPictures(preview, async (bytes) =>
          storeImage(db, app.deps.storage, caller, 'quiz', await withoutGif(bytes)),
        );
      },
      // No transaction: only pictures are stored, and reading a file must not hold a connection.
      { ownTransactions: true },
    );
  });
  serve(app, exchange.exportQuestions, async ({ params, query: { format }, db }) => {
    const { name } = await findQuiz(db, params.id);
    const questions = await findQuestions(db, params.id);
    return { ...fileOf(name, format), content: await encodeInWorker(format, questions) };
  });
  serve(app, exchange.questionTemplate, async ({ query: { format } }) => ({
    ...fileOf('Questions', format),
    content: await encodeInWorker(format, examples),
  }));
}
