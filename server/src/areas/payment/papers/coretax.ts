/** File of a month's invoices for the import into Coretax, by DJP's template Faktur PK 1.4 (docs/decisions/0118). */
import { npwp16 } from '#contract/payment/tax-number.ts';
import { sharesOf, vatIn } from '#contract/payment/vat.ts';
import { escapeXml } from '#shared/spreadsheet/markup.ts';
import type { PaperContent } from './content.ts';

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
