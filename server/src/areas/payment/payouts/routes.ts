/** HTTP endpoints of payouts. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  exportJournal,
  fetchPayouts,
  getPayout,
  getPayoutSource,
  importPayouts,
  listPayoutLines,
  listPayouts,
  matchPayout,
  previewPayouts,
  setArrival,
} from '#contract/payment/payouts.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { acceptFormData } from '#platform/http/form-data.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import type { JobStore } from '#platform/jobs/store.ts';
import { searchPatterns } from '#platform/list.ts';
import { transactionAs } from '#platform/transaction.ts';
import { beginExport } from '../../../services/exports/exporting.ts';
import { accept, arrivalOf } from './arrivals.ts';
import { setUpText } from './fetching.ts';
import { fetchPayouts as fetchJob } from './jobs.ts';
import { findJournal } from './journal.ts';
import { findPayout, listedLines, listedPayouts } from './queries.ts';
import * as service from './service.ts';

/** Files are read outside of transactions, so that reading does not hold a connection. */
const ownTransactions = { ownTransactions: true };

/** Whether payouts are being fetched because somebody asked, or are about to be; and why the last fetch failed. */
async function stateOfFetch(jobs: JobStore, db: Db, tenant: Tenant) {
  const line = await db.selectFrom('outbox').select('id').where('job', '=', fetchJob.name).limit(1).executeTakeFirst();
  if (line) return { isFetching: true, failure: null };
  const [last] = await jobs.list(tenant, { name: fetchJob.name }, 1, 0);
  return { isFetching: last?.state === 'waiting' || last?.state === 'running', failure: last?.error ?? null };
}

export async function payoutRoutes(app: FastifyInstance): Promise<void> {
  const { config, jobs } = app.deps;
  serveList(app, listPayouts, listedPayouts);
  serve(app, getPayoutSource, async ({ db, tenant }) => ({
    setUp: setUpText(config, tenant),
    ...(await stateOfFetch(jobs, db, tenant)),
  }));
  serve(app, getPayout, async ({ db, params }) => {
    const found = await findPayout(db, params.id);
    return { ...found, ...(await arrivalOf(db, found)) };
  });
  serve(app, listPayoutLines, async ({ db, params, query: { search, page, pageSize, state, kind } }) => {
    await findPayout(db, params.id);
    const filter = { payoutId: params.id, patterns: searchPatterns(search), state, kind };
    const { rows: lines, head } = await listedLines(db, filter, { page, pageSize });
    return { ...head, lines };
  });
  serve(app, setArrival, ({ db, caller, params, body }) => accept(db, caller.userId, params.id, body.bankLineId));
  serve(app, matchPayout, ({ db, params }) => service.matchAgain(db, params.id));
  serve(app, fetchPayouts, async ({ db, tenant }) => {
    const setUp = setUpText(config, tenant);
    if (setUp !== null) throw conflict(setUp);
    // Of two people who ask at once, both see the one fetch.
    if (!(await stateOfFetch(jobs, db, tenant)).isFetching) await enqueue(db, fetchJob, {});
    return {};
  });
  journalRoute(app);
  await importRoutes(app);
}

function journalRoute(app: FastifyInstance): void {
  serve(app, exportJournal, async (context) => {
    const { db, body } = context;
    const rows = await findJournal(db, body.month);
    const counted = sql<{ n: number }>`generate_series(1, ${rows.length}::int)`.as('n');
    const matching = async () => db.selectFrom(counted);
    const { exportId } = await beginExport(
      { ...context, query: body },
      { kind: 'journal', event: 'journal-export-begun', named: {}, matching },
    );
    const done = { rows: rows.length, parts: 1, finishedAt: new Date().toISOString() };
    await db.updateTable('dataExport').set(done).where('id', '=', exportId).execute();
    return { rows };
  });
}

async function importRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    acceptFormData(scope, previewPayouts.filePart!);
    serve(
      scope,
      previewPayouts,
      async ({ body, db, request }) =>
        service.previewFile(db, body.provider, await service.readFile(db, body, request.file)),
      ownTransactions,
    );
    serve(
      scope,
      importPayouts,
      async ({ body, db, caller, request }) => {
        const file = await service.readFile(db, body, request.file);
        return transactionAs(caller, db, request.id, (transaction) => service.importFile(transaction, body, file));
      },
      ownTransactions,
    );
  });
}
