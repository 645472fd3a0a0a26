/** HTTP endpoints of papers. */
import type { FastifyInstance } from 'fastify';
import { paperExport } from '#contract/exports/endpoints.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import {
  checkCoretax,
  exportCoretax,
  getInvoice,
  getOrderPapers,
  getPaper,
  issueInvoices,
  issuePaper,
  listPapers,
  mailPaper,
  sumPapers,
  updateBuyer,
} from '#contract/payment/papers.ts';
import { conflict, notFound } from '#platform/errors.ts';
import { serve, serveList } from '#platform/http/serve.ts';
import type { Page } from '#platform/list.ts';
import { beginExport, readPart } from '../../../services/exports/exporting.ts';
import { contentOf } from './content.ts';
import { coretaxFile } from './coretax.ts';
import { countMonth, findInvoices, findSeller, lastMonth, listProblems, paidIn } from './coretax-month.ts';
import { exportedPapers } from './exported-papers.ts';
import { issue, papersOf, saveBuyer } from './issuing.ts';
import { askToSend, fileName, findStored } from './jobs.ts';
import { beginIssuing } from './missing.ts';
import { findPapers, findSource, listedPapers, sumsOfPapers } from './queries.ts';
type Drawn = NonNullable<Awaited<ReturnType<typeof findStored>>>;

/** PDF of a paper; `number` null: a preview. */
async function pdfOf({ number, ...paper }: Omit<Drawn, 'number'> & { number: string | null }): Promise<File> {
  const { drawPaper } = await import('./drawing.ts');
  const bytes = await drawPaper({ number, ...paper });
  return new File([new Uint8Array(bytes)], fileName(number ?? paper.content.invoiceNumber), {
    type: 'application/pdf',
  });
}

export function paperRoutes(app: FastifyInstance): void {
  const brandOf = (tenant: Tenant) => ({ tenant, brand: app.deps.config.brands[tenant] });
  serve(app, getOrderPapers, ({ db, params }) => papersOf(db, params.id));
  serve(app, updateBuyer, ({ db, params, body, ifMatch }) => saveBuyer(db, params.id, body, ifMatch));
  serve(app, issuePaper, ({ db, params, body, tenant }) => issue(db, brandOf(tenant), params.id, body.kind));
  serve(app, getInvoice, async ({ db, params, tenant }) => {
    const papers = await findPapers(db, params.id);
    const issued = papers.find(({ kind }) => kind === 'invoice');
    const stored = issued && (await findStored(db, issued.paperId));
    if (stored) return pdfOf(stored);
    const source = await findSource(db, params.id);
    const content = contentOf(brandOf(tenant), 'invoice', source, papers);
    return pdfOf({ number: null, issuedAt: source.createdAt, content });
  });
  serve(app, getPaper, async ({ db, params }) => {
    const stored = await findStored(db, params.id);
    if (!stored) throw notFound('paper');
    return pdfOf(stored);
  });
  serve(app, mailPaper, async ({ db, params, body: { email } }) => {
    if (!(await findStored(db, params.id))) throw notFound('paper');
    await askToSend(db, params.id, email);
    return { email };
  });
  serveList(app, listPapers, listedPapers);
  serve(app, sumPapers, async ({ db, query }) => ({ sums: await sumsOfPapers(db, query) }));
  serve(app, paperExport.begin, (context) => beginExport(context, exportedPapers));
  serve(app, paperExport.read, (context) => readPart(context, exportedPapers));
  serve(app, issueInvoices, ({ db, body: { month = lastMonth() }, tenant, caller }) =>
    beginIssuing(db, brandOf(tenant), month, caller.userId),
  );
  coretaxRoutes(app);
}

const noProblems = (page: Page) => ({ rows: [], head: { ...page, totalItems: 0 } });

function coretaxRoutes(app: FastifyInstance): void {
  serve(app, checkCoretax, async ({ db, query: { month = lastMonth(), ...page } }) => {
    const { refusal } = await findSeller(db);
    const [{ rows: problems, head }, counts] = await Promise.all([
      refusal ? noProblems(page) : listProblems(db, month, page),
      countMonth(db, month, refusal === null),
    ]);
    return { ...head, problems, refusal, ...counts };
  });
  serve(app, exportCoretax, async ({ body: { month = lastMonth(), part }, ...context }) => {
    const { db, tenant } = context;
    const { refusal, sellerNpwp } = await findSeller(db);
    const invoices = refusal ? [] : await findInvoices(db, month, part);
    if (invoices.length === 0) throw conflict(refusal ?? 'No invoice of this part is ready for Coretax');
    const ids = invoices.map(({ id }) => id);
    const matching = async () => paidIn(db, month).where('paper.id', 'in', ids);
    const exported = { kind: 'coretax', event: 'paper-export-begun', named: {}, matching } as const;
    const { exportId } = await beginExport({ ...context, query: { month } }, exported);
    const done = { rows: ids.length, parts: 1, finishedAt: new Date().toISOString() };
    await db.updateTable('dataExport').set(done).where('id', '=', exportId).execute();
    const name = `Coretax-${tenant}-${month.slice(0, 7)}-${part}.xml`;
    return new File([coretaxFile(sellerNpwp, invoices)], name, { type: 'application/xml' });
  });
}
