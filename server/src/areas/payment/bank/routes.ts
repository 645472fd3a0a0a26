/** HTTP endpoints of bank statements and their lines. */
import type { FastifyInstance } from 'fastify';
import { getBankLine, ignoreLine, listBankLines, matchLine, previewMatches, reopenLine, startMatches } from '#contract/payment/bank/lines.ts'; // prettier-ignore
import { importStatement, listStatements, previewStatement } from '#contract/payment/bank/statements.ts';
import { acceptFormData } from '#platform/http/form-data.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import { transactionAs } from '#platform/transaction.ts';
import { ignore, match, reopen } from './deciding.ts';
import * as importing from './importing.ts';
import * as matches from './match-batch.ts';
import { findLine, listLines, listedStatements } from './queries.ts';

/** Files are read outside of transactions, so that reading does not hold a connection. */
const ownTransactions = { ownTransactions: true };

function fileRoutes(scope: FastifyInstance): void {
  acceptFormData(scope, previewStatement.filePart!);
  serve(
    scope,
    previewStatement,
    async ({ body, db, request }) => importing.previewStatement(db, body, await importing.readFile(db, body, request.file)), // prettier-ignore
    ownTransactions,
  );
  serve(
    scope,
    importStatement,
    async ({ body, db, caller, request }) => {
      const read = await importing.readFile(db, body, request.file);
      const statement = { ...read, name: request.fileName.slice(0, 200) || 'Statement' };
      return transactionAs(caller, db, request.id, (tx) => importing.importStatement(tx, caller, body, statement));
    },
    ownTransactions,
  );
}

export async function bankRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => fileRoutes(scope));
  serveList(app, listStatements, listedStatements);
  serve(app, listBankLines, ({ query, db }) => listLines(db, query));
  serve(app, getBankLine, ({ params, db }) => findLine(db, params.id));
  serve(app, matchLine, ({ params, body, db }) => match(db, params.id, body.orderId));
  serve(app, ignoreLine, ({ params, body, db }) => ignore(db, params.id, body));
  serve(app, reopenLine, ({ params, db }) => reopen(db, params.id));
  serve(app, previewMatches, ({ db }) => matches.previewMatches(db));
  serve(app, startMatches, ({ body, db, caller }) => matches.start(db, caller, body.seen));
}
