/** Rules of payouts: import of a file with its preview, and comparison with the ledger. */
import { createHash } from 'node:crypto';
import type { Gateway } from '#contract/payment/gateways.ts';
import type { PayoutForm, PayoutPreview } from '#contract/payment/payouts.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict, notFound } from '#platform/errors.ts';
import { runInThread } from '#platform/thread.ts';
import { findRemembered, remember } from '#shared/batch/import.ts';
import type { TableTask } from '#shared/spreadsheet/table.ts';
import type { PayoutFile } from './file.ts';
import { match } from './matching.ts';
import { type Plan, lockPayouts, planPayouts, savePlan } from './saving.ts';

/** Reads a file in a thread. @throws HttpError 400 */
export async function readFile(db: Db, { columns }: PayoutForm, file: Buffer | null): Promise<PayoutFile> {
  if (!file || file.length === 0) throw badRequest('Choose a file', 'file');
  const task: TableTask = {
    file: new Uint8Array(file),
    columns: columns?.split(','),
    remembered: await findRemembered(db, 'payouts'),
  };
  return (await runInThread(new URL('./worker.ts', import.meta.url), task)) as PayoutFile;
}

/** Stands for what an import writes. */
const digestOf = (provider: Gateway, plan: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([provider, plan]))
    .digest('base64url');

export async function previewFile(db: Db, provider: Gateway, file: PayoutFile): Promise<PayoutPreview> {
  const plan = await planPayouts(db, provider, file.lines);
  const taken = plan.elsewhere.map(({ line, payout }) => ({ line, reason: `Payout ${payout} has this transaction` }));
  const faults = [...file.faults, ...taken].toSorted((one, other) => one.line - other.line);
  return { ...file, payouts: plan.payouts, faults, seen: digestOf(provider, plan) };
}

/** Imports a file in the open transaction. */
export async function importFile(db: Db, { provider, seen }: PayoutForm & { seen: string }, file: PayoutFile) {
  await lockPayouts(db);
  const plan = await planPayouts(db, provider, file.lines);
  if (digestOf(provider, plan) !== seen)
    throw conflict('What is there has changed since the preview: look at the new one before you import', 'seen');
  if (plan.lines.length === 0) throw conflict('There is nothing to import in this file');
  const differing = await savePlan(db, provider, plan);
  await remember(db, 'payouts', file.columns);
  const sum = (of: 'added' | 'changed') => plan.payouts.reduce((all, payout) => all + payout[of], 0);
  const payouts = plan.payouts.filter(({ added, changed }) => added + changed > 0).length;
  return { payouts, added: sum('added'), changed: sum('changed'), differing };
}

/** Compares a payout with the ledger again. */
export async function matchAgain(db: Db, id: string): Promise<{ differing: number }> {
  await lockPayouts(db);
  if (!(await db.selectFrom('payout').select('id').where('id', '=', id).executeTakeFirst())) throw notFound('payout');
  return { differing: await match(db, [id]) };
}
