/** Rules of papers: issuing with the next number of a series, the buyer's data, and mails. */
import { sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import { isPrintable } from '#contract/certificate/rules.ts';
import { orderStatusLabels } from '#contract/order/status.ts';
import { type PaperKind, paperKinds, type updateBuyer } from '#contract/payment/papers.ts';
import { missingOfSeller, sellerFields } from '#contract/payment/seller.ts';
import type { Db } from '#platform/database/database.ts';
import { conflict } from '#platform/errors.ts';
import { lockForUpdate } from '#platform/records.ts';
import { type PaperContent, type Source, contentOf, issuableKinds } from './content.ts';
import { findPapers, findSource } from './queries.ts';

export type Brand = Pick<PaperContent, 'tenant' | 'brand'>;

const prefixes: Readonly<Record<PaperKind, string>> = { invoice: 'FKT', receipt: 'KWT', 'credit-note': 'NK' };

/** Reason why no paper of an order can be issued, and the field at fault; undefined: none. */
function problemOf({ seller, terms, buyer }: Source): readonly [reason: string, path: string] | undefined {
  const stored = { sellerName: seller.name, sellerAddress: seller.address, sellerNpwp: seller.npwp, vat: terms.rule };
  const [missing] = missingOfSeller(stored);
  if (missing) {
    const label = sellerFields[missing].meta()?.title ?? missing;
    return [`The seller’s data lacks “${label}”: a superadmin writes it under Settings`, 'kind'];
  }
  return isPrintable(buyer.name) ? undefined : ['The buyer’s name has letters that a paper cannot print', 'name'];
}

/** Next number of a series; blocks other papers of it until the transaction ends, so that a failure leaves no gap. */
async function nextNumber(db: Db, tenant: string, kind: PaperKind): Promise<string> {
  const { rows } = await sql<{ month: string; last: number }>`insert into paper_series (kind, month, last)
    values (${kind}, date_trunc('month', now() at time zone 'Asia/Jakarta')::date, 1)
    on conflict (tenant, kind, month) do update set last = paper_series.last + 1
    returning to_char(month, 'YYYYMM') as month, last`.execute(db);
  const { month, last } = rows[0]!;
  return `${prefixes[kind]}/${tenant}/${month}/${String(last).padStart(4, '0')}`;
}

/** Issues a paper; 409 if there is one, its order excludes it, or something is missing. */
export async function issue(db: Db, brand: Brand, orderId: string, kind: PaperKind) {
  const source = await findSource(db, orderId, true);
  const papers = await findPapers(db, orderId);
  const problem = problemOf(source);
  if (problem) throw conflict(...problem);
  if (!issuableKinds(source, papers).includes(kind)) throw conflict(refusalOf(kind, source, papers), 'kind');
  await db
    .insertInto('orderBuyer')
    .values({ orderId, ...source.buyer })
    .onConflict((own) => own.doNothing())
    .execute();
  const content = contentOf(brand, kind, source, papers);
  const number = await nextNumber(db, brand.tenant, kind);
  const { id } = await db
    .insertInto('paper')
    .values({ orderId, kind, number, content: JSON.stringify(content) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { paperId: id, number };
}

function refusalOf(
  kind: PaperKind,
  { status }: Source,
  papers: readonly { kind: PaperKind; number: string }[],
): string {
  const label = paperKinds[kind];
  const has = papers.findLast((paper) => paper.kind === kind);
  if (kind === 'credit-note')
    return papers.some((paper) => paper.kind === 'invoice')
      ? 'Nothing was refunded that has no credit note'
      : 'A credit note reduces an invoice: issue that first';
  if (has) return `${label} ${has.number} was issued already`;
  return `An order that is ${orderStatusLabels[status]} and was never paid has no ${label.toLowerCase()}`;
}

const findBuyer = (db: Db, orderId: string) =>
  db.selectFrom('orderBuyer').select(['id', 'version']).where('orderId', '=', orderId).executeTakeFirst();

/** Papers of an order, and what can be done now. */
export async function papersOf(db: Db, orderId: string) {
  const source = await findSource(db, orderId);
  const papers = await findPapers(db, orderId);
  const problem = problemOf(source)?.[0] ?? null;
  const issuable = problem === null ? issuableKinds(source, papers) : [];
  const buyerVersion = (await findBuyer(db, orderId))?.version ?? 0;
  return { buyer: source.buyer, buyerVersion, isBuyerFixed: papers.length > 0, issuable, problem, papers };
}

/** Sets the buyer of an order; 409 once a paper names them, 412 if `ifMatch` is not their version. */
export async function saveBuyer(
  db: Db,
  orderId: string,
  buyer: ValidatedInput<typeof updateBuyer>['body'],
  ifMatch: number | null,
) {
  await findSource(db, orderId, true);
  const [paper] = await findPapers(db, orderId);
  if (paper) throw conflict(`${paper.number} was issued with the buyer’s data: it no longer changes`);
  const stored = await findBuyer(db, orderId);
  if (stored) await lockForUpdate(db, 'orderBuyer', stored.id, ifMatch);
  const { version } = await db
    .insertInto('orderBuyer')
    .values({ orderId, ...buyer })
    .onConflict((own) => own.constraint('order_buyer_pkey').doUpdateSet(buyer))
    .returning('version')
    .executeTakeFirstOrThrow();
  return { orderId, version };
}
