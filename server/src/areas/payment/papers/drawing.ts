/** PDF of a paper, from its content alone; texts are Indonesian, as papers are for members. */
import type { PaperKind } from '#contract/payment/papers.ts';
import { formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { rupiahInWords } from '#contract/payment/in-words.ts';
import { formatTaxNumber } from '#contract/payment/tax-number.ts';
import { type Document, type Font, accents, drawPdf, grey, ink, printed, printedDay } from '#shared/paper/pdf.ts';
import type { PaperContent } from './content.ts';

/** `number` null: a preview. */
interface Paper {
  number: string | null;
  /** ISO 8601. */
  issuedAt: string;
  content: PaperContent;
}

const titles: Readonly<Record<PaperKind, string>> = {
  invoice: 'Invoice',
  receipt: 'Kwitansi',
  'credit-note': 'Nota Kredit',
};

const page = { width: 595.28, height: 841.89 };
const margin = 48;
const inner = page.width - 2 * margin;
/** Width of the column of amounts. */
const sums = 150;
const lineGap = 3;

interface Style {
  x?: number;
  width?: number;
  size?: number;
  font?: Font;
  colour?: string;
  align?: 'left' | 'right';
}

/** Sheet with a position, from which texts are written downwards; a text that does not fit begins the next page. */
class Sheet {
  readonly #document: Document;
  y = margin;

  constructor(document: Document) {
    this.#document = document;
  }

  space(height: number): void {
    this.y += height;
  }

  rule(colour: string): void {
    this.#document.rect(margin, this.y, inner, 0.7).fill(colour);
    this.y += 8;
  }

  /** Writes texts beside each other, and continues below the tallest. */
  row(...cells: readonly (readonly [text: string, style?: Style])[]): void {
    const heights = cells.map(([text, { width = inner, size = 10, font = 'regular' } = {}]) =>
      this.#document.font(font).fontSize(size).heightOfString(printed(text), { width, lineGap }),
    );
    const height = Math.max(...heights);
    if (this.y + height > page.height - margin) {
      this.#document.addPage();
      this.y = margin;
    }
    for (const [
      text,
      { x = margin, width = inner, size = 10, font = 'regular', colour = ink, align = 'left' } = {},
    ] of cells) {
      this.#document.font(font).fontSize(size).fillColor(colour);
      this.#document.text(printed(text), x, this.y, { width, align, lineGap });
    }
    this.y += height;
  }

  /** Writes paragraphs below each other in a column; empty ones are left out. Returns where they end. */
  column(texts: readonly string[], style: Style): number {
    for (const text of texts) if (text) this.row([text, style]);
    return this.y;
  }
}

const half = (inner - 24) / 2;
const right: Style = { x: margin + half + 24, width: half };
const amountCell = { x: margin + inner - sums, width: sums, align: 'right' } as const;

const taxNumberOf = ({ npwp, nik }: { npwp: string; nik?: string }) =>
  npwp ? `NPWP ${formatTaxNumber(npwp)}` : nik ? `NIK ${nik}` : '';

function drawHead(
  sheet: Sheet,
  { number, issuedAt, content: { tenant, brand, kind, invoiceNumber, purchaseOrder, reduces } }: Paper,
) {
  sheet.row(
    [brand, { width: half, size: 15, font: 'bold', colour: accents[tenant] }],
    [titles[kind], { ...right, size: 20, font: 'bold', align: 'right' }],
  );
  const facts = [
    number === null ? 'PRATINJAU: belum diterbitkan' : `Nomor ${number}`,
    ...(number === null ? [] : [`Tanggal ${printedDay(issuedAt)}`]),
    `Pesanan ${invoiceNumber}`,
    ...(purchaseOrder ? [`Nomor PO ${purchaseOrder}`] : []),
    ...(reduces ? [`Atas invoice ${reduces}`] : []),
  ];
  sheet.column(facts, { ...right, colour: grey, align: 'right' });
  sheet.space(14);
}

function drawParties(sheet: Sheet, { seller, buyer, brand, kind }: PaperContent) {
  const top = sheet.y;
  const heading = { size: 9, colour: grey };
  sheet.row(['Penjual', heading]);
  sheet.row([seller.name || brand, { width: half, font: 'bold' }]);
  const below = sheet.column([...seller.address.split('\n'), taxNumberOf(seller)], { width: half });
  sheet.y = top;
  sheet.row([kind === 'receipt' ? 'Telah diterima dari' : 'Kepada', { ...right, ...heading }]);
  sheet.row([buyer.name, { ...right, font: 'bold' }]);
  const end = sheet.column([...buyer.address.split('\n'), taxNumberOf(buyer), buyer.email], right);
  sheet.y = Math.max(below, end) + 18;
}

/** With a hyphen, as the font has no minus. */
const moneyOf = (amount: number) => formatSignedMoney(amount).replace('−', '-');

function drawAmounts(sheet: Sheet, { items, steps, total, vat, tenant, kind }: PaperContent) {
  const sum = (label: string, amount: number, style: Style = {}) =>
    sheet.row([label, { width: inner - sums, ...style }], [moneyOf(amount), { ...style, ...amountCell }]);
  sheet.row(
    ['Uraian', { width: inner - sums, size: 9, colour: grey }],
    ['Jumlah', { ...amountCell, size: 9, colour: grey }],
  );
  sheet.rule(grey);
  for (const { name, price } of items) sum(name, price);
  for (const { label, amount } of steps) sum(label, amount, { colour: grey });
  sheet.space(4);
  sheet.rule(grey);
  const words = { invoice: 'Total', receipt: 'Uang sejumlah', 'credit-note': 'Dikembalikan' } as const;
  sum(words[kind], total, { size: 12, font: 'bold', colour: accents[tenant] });
  sheet.row([`Terbilang: ${rupiahInWords(total)}`, { colour: grey }]);
  if (!vat) return;
  sheet.space(8);
  sheet.row(['Termasuk PPN', { size: 9, colour: grey }]);
  sum('Harga tanpa PPN', vat.net);
  sum(vat.rule === 'otherValue' ? 'DPP nilai lain (11/12 × harga tanpa PPN)' : 'DPP', vat.base);
  sum(`PPN ${vat.rate}%`, vat.vat);
}

/** Sentences about the payment. */
function paymentWords({ kind, status, paidAt, paymentMethod, payableUntil, seller, invoiceNumber }: PaperContent) {
  const paid = `Dibayar${paidAt ? ` pada ${printedDay(paidAt)}` : ''}${paymentMethod ? ` dengan ${paymentMethod}` : ''}.`;
  if (kind === 'receipt') return [`Untuk pembayaran pesanan ${invoiceNumber}.`, paid];
  if (kind === 'credit-note') return [];
  if (paidAt !== null || status === 'paid' || status === 'refunded') return ['LUNAS', paid];
  return [
    'BELUM DIBAYAR',
    payableUntil ? `Bayarlah sebelum atau pada ${printedDay(payableUntil)}.` : '',
    seller.bankAccount ? `Transfer ke ${seller.bankAccount}, dengan jumlah yang tepat sama.` : '',
  ];
}

/** Draws a paper; the same content gives the same bytes. */
export const drawPaper = (paper: Paper): Promise<Buffer> => {
  const { number, issuedAt, content } = paper;
  const { kind, brand, invoiceNumber, seller } = content;
  const title = `${titles[kind]} ${number ?? invoiceNumber}`;
  return drawPdf({ title, author: seller.name || brand, subject: invoiceNumber, createdAt: issuedAt }, (document) => {
    const sheet = new Sheet(document);
    drawHead(sheet, paper);
    drawParties(sheet, content);
    drawAmounts(sheet, content);
    sheet.space(14);
    sheet.column(paymentWords(content), { width: inner });
    sheet.space(24);
    if (seller.signatory) sheet.column(['Hormat kami,', seller.signatory, seller.name], right);
  });
};
