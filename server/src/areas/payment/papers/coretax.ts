/** File of a month's invoices for the import into Coretax, by DJP's template Faktur PK 1.4 (docs/decisions/0118). */
import { sql } from 'kysely';
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';
import { coretaxPart } from '#contract/payment/papers.ts';
import { npwp16 } from '#contract/payment/tax-number.ts';
import { type VatRule, hasVat, sharesOf, vatIn } from '#contract/payment/vat.ts';
import type { Db } from '#platform/database/database.ts';
import { escapeXml } from '#shared/spreadsheet/markup.ts';
import type { Buyer, PaperContent } from './content.ts';
import { isSoldIn } from './queries.ts';

/** Orders paid in a month that cost something, each with its invoice if it has one. */
export const paidIn = (db: Db, month: string) =>
  db
    .selectFrom('order')
    .leftJoin('paper', (join) => join.onRef('paper.orderId', '=', 'order.id').on('paper.kind', '=', 'invoice'))
    .where(isSoldIn(month))
    .where('totalAmount', '>', 0);

/** Orders of a month that are still paid, and lack their invoice. */
export const lackingIn = (db: Db, month: string) =>
  paidIn(db, month).where('paper.id', 'is', null).where('order.status', '=', 'paid');

interface Candidate {
  orderId: string;
  invoiceNumber: string;
  userName: string;
  status: string;
  total: number;
  paperId: string | null;
  /** Buyer on the invoice; null without one. */
  buyer: Buyer | null;
  hasPpn: boolean | null;
}

const findCandidates = (db: Db, month: string): Promise<Candidate[]> =>
  paidIn(db, month)
    .select(['order.id as orderId', 'invoiceNumber', 'userName', 'order.status', 'totalAmount as total'])
    .select('paper.id as paperId')
    .select(sql<Buyer | null>`paper.content -> 'buyer'`.as('buyer'))
    .select(sql<boolean | null>`paper.content ->> 'vat' is not null`.as('hasPpn'))
    .orderBy('soldOn')
    .orderBy('order.id')
    .execute();

/** Reasons why an invoice cannot be imported; none: it can. */
function reasonsOf({ status, buyer, hasPpn }: Candidate): string[] {
  if (status !== 'paid') return ['It is no longer paid: if it was imported before, correct it in Coretax'];
  if (!buyer) return ['It has no invoice'];
  const reasons = {
    'Its invoice has no PPN: it was issued under another setting': hasPpn,
    'The buyer has neither NPWP nor NIK': buyer.npwp || buyer.nik,
    'The buyer has no address': buyer.address,
    'The buyer has no name': buyer.name,
  };
  return Object.entries(reasons).flatMap(([reason, isRight]) => (isRight ? [] : [reason]));
}

const refusals: Partial<Record<VatRule, string>> = {
  none: 'This brand is not a PKP: it issues no faktur pajak, and has no file for Coretax. If it is one, a superadmin sets PPN under Settings.',
  exempt:
    'This brand’s prices have no PPN (exempt). Coretax asks for the code of the exemption in each faktur: enter them there.',
};

/** Last day of the month before this one, in Asia/Jakarta. */
export const lastMonth = () => plusDays(`${jakartaDay(new Date()).slice(0, 8)}01`, -1);

/** Checks a month; `ready` has the ids of the invoices that can be imported, in the order of their payment. */
export async function checkMonth(db: Db, month: string) {
  const { vat, sellerNpwp } = await db
    .selectFrom('brandSetting')
    .select(['vat', 'sellerNpwp'])
    .executeTakeFirstOrThrow();
  const refusal = hasVat(vat) ? null : (refusals[vat] ?? null);
  if (refusal) return { refusal, sellerNpwp, ready: [], problems: [] };
  const checked = (await findCandidates(db, month)).map((one) => ({ ...one, reasons: reasonsOf(one) }));
  const problems = checked.filter(({ reasons }) => reasons.length > 0);
  return {
    refusal,
    sellerNpwp,
    ready: checked.flatMap(({ paperId, reasons }) => (paperId && reasons.length === 0 ? [paperId] : [])),
    problems: problems.map(({ buyer, userName, ...order }) => ({ ...order, buyerName: buyer?.name ?? userName })),
  };
}

export interface Invoice {
  id: string;
  number: string;
  /** Day of the payment. */
  day: string;
  content: PaperContent;
}

/** Elements with texts or further elements, by name, in the order of the template. */
type Element = readonly [name: string, content: string | number | readonly Element[]];

function written([name, content]: Element, depth = 1): string {
  const indent = '\t'.repeat(depth);
  if (Array.isArray(content)) {
    const inside = (content as readonly Element[]).map((element) => written(element, depth + 1)).join('');
    return `${indent}<${name}>\n${inside}${indent}</${name}>\n`;
  }
  return content === '' ? `${indent}<${name}/>\n` : `${indent}<${name}>${escapeXml(String(content))}</${name}>\n`;
}

/** Items as services (`B`), code 000000 and unit UM.0033 (other); each with its share of what was paid. */
function servicesOf({ items, total, vat }: PaperContent): Element[] {
  if (!vat) return [];
  const shares = sharesOf(
    total,
    items.map(({ paid }) => paid),
  );
  return items.map(({ name, price }, n): Element => {
    const { net, base, vat: amount } = vatIn(shares[n]!, vat, 0.01);
    const listed = Math.max(vatIn(price, vat, 0.01).net, net);
    return [
      'GoodService',
      [
        ['Opt', 'B'],
        ['Code', '000000'],
        ['Name', name],
        ['Unit', 'UM.0033'],
        ['Price', listed],
        ['Qty', 1],
        ['TotalDiscount', Math.round((listed - net) * 100) / 100],
        ['TaxBase', net],
        ['OtherTaxBase', base],
        ['VATRate', vat.rate],
        ['VAT', amount],
        ['STLGRate', 0],
        ['STLG', 0],
      ],
    ];
  });
}

function invoiceOf({ number, day, content }: Invoice, seller: string): Element {
  const { buyer, invoiceNumber, vat } = content;
  const tin = buyer.npwp && npwp16(buyer.npwp);
  return [
    'TaxInvoice',
    [
      ['TaxInvoiceDate', day],
      ['TaxInvoiceOpt', 'Normal'],
      ['TrxCode', vat?.rule === 'otherValue' ? '04' : '01'],
      ['AddInfo', ''],
      ['CustomDoc', ''],
      ['CustomDocMonthYear', ''],
      ['RefDesc', `${number} ${invoiceNumber}`],
      ['FacilityStamp', ''],
      ['SellerIDTKU', `${seller}000000`],
      ['BuyerTin', tin || '0'.repeat(16)],
      ['BuyerDocument', tin ? 'TIN' : 'National ID'],
      ['BuyerCountry', 'IDN'],
      ['BuyerDocumentNumber', tin ? '' : buyer.nik],
      ['BuyerName', buyer.name],
      // Spelled as in the template.
      ['BuyerAdress', buyer.address.replace(/\s+/g, ' ')],
      ['BuyerEmail', buyer.email],
      ['BuyerIDTKU', tin ? `${tin}000000` : '000000'],
      ['ListOfGoodService', servicesOf(content)],
    ],
  ];
}

/** File of invoices with PPN. */
export function coretaxFile(sellerNpwp: string, invoices: readonly Invoice[]): string {
  const seller = npwp16(sellerNpwp);
  const list: Element = ['ListOfTaxInvoice', invoices.map((invoice) => invoiceOf(invoice, seller))];
  return `<?xml version="1.0" encoding="utf-8" ?>
<TaxInvoiceBulk xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="TaxInvoice.xsd">
${written(['TIN', seller])}${written(list)}</TaxInvoiceBulk>`;
}

/** Invoices of a part of a month's file. */
export async function findInvoices(db: Db, ready: readonly string[], part: number): Promise<Invoice[]> {
  const ids = ready.slice((part - 1) * coretaxPart, part * coretaxPart);
  const { rows } = await sql<Invoice>`select paper.id, number, sold_on::text as day, content
    from unnest(${ids}::uuid[]) with ordinality as chosen (id, place) join paper using (id)
      join "order" on "order".id = order_id order by place`.execute(db);
  return rows;
}
