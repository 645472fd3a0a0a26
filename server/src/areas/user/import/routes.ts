/** HTTP endpoints of imports. */
import type { FastifyInstance } from 'fastify';
import { previewImport, startImport } from '#contract/user/import/endpoints.ts';
import { acceptFormData } from '#platform/http/form-data.ts';
import { serve } from '#platform/http/serve.ts';
import { transactionAs } from '#platform/transaction.ts';
import * as service from './service.ts';

/** Files are read outside of transactions, so that reading does not hold a connection. */
const ownTransactions = { ownTransactions: true };

export async function importRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    acceptFormData(scope, previewImport.filePart!);
    serve(
      scope,
      previewImport,
      async ({ body, db, request }) => service.previewImport(db, body, await service.readFile(db, body, request.file)),
      ownTransactions,
    );
    serve(
      scope,
      startImport,
      async ({ body, db, caller, request }) => {
        const file = await service.readFile(db, body, request.file);
        return transactionAs(caller, db, request.id, (transaction) =>
          service.startImport(transaction, caller, body, file),
        );
      },
      ownTransactions,
    );
  });
}
