/** Papers of orders: invoices, receipts and credit notes as PDF, and the file of a month for Coretax (ours). */
import { z } from 'zod';
import { isPrintable } from '../certificate/rules.ts';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, day, email, filter, idOf, listQuery, listReply, name, searchField, text } from '../kernel/fields.ts';
import { fixedSize, listSize } from '../kernel/page-size.ts';
import { storedFields } from '../kernel/record-endpoints.ts';
import { sorted, withReverse } from '../kernel/sorts.ts';
import { nik, npwp } from './tax-number.ts';

export const paperKinds = { invoice: 'Invoice', receipt: 'Receipt', 'credit-note': 'Credit note' } as const;
export type PaperKind = keyof typeof paperKinds;
const kind = choice(paperKinds);

const all = { area: 'payment', roles: ['admin', 'customer-service'] } as const;
const ofOrder = { ...all, params: byIdOf('order') } as const;
const pdf = z.file().mime('application/pdf');

const printable = (length: number) =>
  name(1, length).refine(isPrintable, 'Has letters that a paper cannot print: write it in Latin letters');

/** Form fields of an order's buyer, as its papers name them. */
export const buyerDraft = z.object({
  name: field(printable(150), { label: 'Name', hint: 'Of the person or company that pays.' }),
  address: field(text(300).default(''), { label: 'Address', kind: 'textArea' }),
  npwp: field(npwp.default(''), { label: 'NPWP', placeholder: '01.234.567.8-901.000' }),
  nik: field(nik.default(''), { label: 'NIK', hint: 'Of a person without an NPWP.' }),
  email: field(email, { label: 'E-mail', hint: 'Papers are sent to it.' }),
});

const paperFields = {
  paperId: idOf('paper'),
  orderId: idOf('order'),
  kind,
  /** Number without gaps in its series of a brand, kind and month: `FKT/coding/202611/0001`. */
  number: z.string(),
  invoiceNumber: z.string(),
  buyerName: z.string(),
  total: z.int(),
  /** PPN in the total. */
  vat: z.int(),
  issuedAt: z.string(),
};
export const paperRow = z.object(paperFields);

const mail = z.object({
  email: z.string(),
  askedAt: z.string(),
  /** Null until the mail server took it. */
  sentAt: z.string().nullable(),
});

/**
 * Reads the papers of an order, oldest first. `isBuyerFixed`: a paper was issued, so that the buyer's data no longer
 * changes. `issuable`: kinds that can be issued now. `problem`: reason why none can; null: none.
 */
export const getOrderPapers = endpoint({
  ...ofOrder,
  method: 'GET',
  url: '/admin/orders/:id/papers/',
  reply: z.object({
    buyer: z.object(storedFields(buyerDraft.shape)),
    /** 0: proposed, and not saved yet. */
    buyerVersion: z.int(),
    isBuyerFixed: z.boolean(),
    issuable: z.array(kind),
    problem: z.string().nullable(),
    papers: z.array(paperRow.extend({ mails: z.array(mail) })),
  }),
});

/** Sets the buyer's data; 409 once a paper was issued. */
export const updateBuyer = endpoint({
  ...ofOrder,
  method: 'PUT',
  url: '/admin/orders/:id/buyer/',
  versioned: true,
  body: buyerDraft,
  reply: z.object({ orderId: idOf('order'), version: z.int() }),
  messages: { ok: 'Buyer saved', fail: 'The buyer was not saved' },
});

/**
 * Issues a paper with the next number of its series, with what the order says now. 409 if there is one of the kind
 * already (of credit notes: if all refunds have one), the order's status excludes it, or the seller's data is missing.
 */
export const issuePaper = endpoint({
  ...ofOrder,
  method: 'POST',
  url: '/admin/orders/:id/papers/',
  success: 201,
  creates: true,
  body: z.object({ kind }),
  reply: z.object({ paperId: idOf('paper'), number: z.string() }),
  messages: { ok: '{number} issued', fail: 'The paper was not issued' },
});

/** Returns the order's invoice: as it was issued, or, before that, a preview without a number. */
export const getInvoice = endpoint({ ...ofOrder, method: 'GET', url: '/admin/orders/:id/invoice/', reply: pdf });

/** Returns a paper; the same bytes whenever it is read. */
export const getPaper = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/payment/papers/:id/file/',
  params: byIdOf('paper'),
  reply: pdf,
});

/** Form field of a mail. */
export const mailDraft = z.object({ email: field(email, { label: 'E-mail' }) });

/** Sends a paper by mail. */
export const mailPaper = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/payment/papers/:id/mail/',
  params: byIdOf('paper'),
  creates: true,
  success: 202,
  body: mailDraft,
  reply: z.object({ email: z.string() }),
  messages: { ok: 'Sent to {email}', fail: 'The paper was not sent' },
});

/** Filter of the list; `month`: any day of the month in which they were issued, in Asia/Jakarta. */
export const paperFilter = z.object({
  search: searchField,
  month: filter(day, 'Month'),
  kind: filter(kind, 'Kind'),
});
const { search: _, ...filters } = paperFilter.shape;

/** Lists papers, newest first; searches their numbers, the order's number, and the buyer's name. */
export const listPapers = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/payment/papers',
  metered: true,
  query: listQuery({ ...filters, sort: sorted(withReverse('-issuedAt')) }, listSize(2)),
  reply: listReply('papers', paperRow),
});

/** Sums the papers that match a filter, by kind; kinds without papers are left out. */
export const sumPapers = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/payment/papers/sums/',
  query: paperFilter,
  reply: z.object({ sums: z.array(z.object({ kind, count: z.int(), total: z.int(), vat: z.int() })) }),
});

/** Maximum of invoices in a file for Coretax. */
export const coretaxPart = 1000;

/** Filter of the orders for Coretax: any day of the month in which they were paid; default: last month. */
export const coretaxFilter = z.object({ month: filter(day, 'Month') });

/**
 * Checks the orders that were paid in a month for Coretax. `ready`: number of those whose invoice can be imported. Lists
 * those that cannot, with all reasons. `refusal`: reason why the brand has no such file; null: it has. `lacking`: number of paid
 * orders without an invoice, which {@link issueInvoices} issues. Both counts stop at 10,000: `isReadyCapped` and
 * `isLackingCapped` tell that there are more.
 */
export const checkCoretax = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/payment/coretax/',
  query: listQuery(coretaxFilter.shape, fixedSize(20)).omit({ search: true }),
  reply: listReply(
    'problems',
    z.object({
      orderId: idOf('order'),
      invoiceNumber: z.string(),
      buyerName: z.string(),
      total: z.int(),
      reasons: z.array(z.string()),
    }),
  ).extend({
    refusal: z.string().nullable(),
    ready: z.int(),
    isReadyCapped: z.boolean().optional(),
    lacking: z.int(),
    isLackingCapped: z.boolean().optional(),
  }),
});

/** Upper limit of invoices that the call issues itself, and that its job issues in one transaction. */
export const issuedAtOnce = 100;

/**
 * Issues the invoices that the paid orders of a month lack, in the order of their payments: the first
 * {@link issuedAtOnce} at once, the rest (`left`) in a job. `refused`: could not be issued, and stay in the list.
 */
export const issueInvoices = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/payment/invoices/',
  body: coretaxFilter,
  reply: z.object({ issued: z.int(), refused: z.int(), left: z.int() }),
  messages: { ok: 'Invoices: {issued} issued, {left} under way', fail: 'The invoices were not issued' },
});

/**
 * Makes a file for the import into Coretax (XML, `TaxInvoiceBulk`) of the invoices that are ready, at most
 * {@link coretaxPart}, from the part `part` (from 1). Requires step-up; listed under *Exports*. 409 if there are none.
 */
export const exportCoretax = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/payment/coretax/',
  stepUp: true,
  body: coretaxFilter.extend({ part: z.int().min(1, 'Not below 1').max(1000, 'There is no such part').default(1) }),
  reply: z.file().mime('application/xml'),
  messages: { fail: 'The file was not made' },
});
