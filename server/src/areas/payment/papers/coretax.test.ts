/** Tests the file for Coretax against the elements of the published template, and what is left out with its reasons. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type VatRule, vatIn } from '#contract/payment/vat.ts';
import type { PaperContent } from './content.ts';
import { type Invoice, coretaxFile } from './coretax.ts';

const contentOf = (prices: readonly number[], total: number, rule: VatRule = 'otherValue'): PaperContent => ({
  tenant: 'coding',
  brand: 'Coding Studio',
  kind: 'invoice',
  invoiceNumber: 'INV/coding/20261103/0001',
  reduces: null,
  total,
  steps: [],
  status: 'paid',
  paidAt: null,
  paymentMethod: '',
  payableUntil: null,
  seller: { name: 'PT Sanggar', address: 'Bandung', npwp: '012345678423000', bankAccount: '', signatory: '' },
  buyer: { name: 'CV A & B', address: 'Jalan 1\nBogor', npwp: '012345678901000', nik: '', email: 'a@b.test' },
  items: prices.map((price, n) => ({ name: `Kelas <${n}>`, price, paid: price })),
  vat: { rule, rate: 12, ...vatIn(total, { rule, rate: 12 }) },
});
const invoiceOf = (content: PaperContent): Invoice => ({
  id: '',
  number: 'FKT/coding/202611/0001',
  day: '2026-11-04',
  content,
});
const fileOf = (...contents: PaperContent[]) => coretaxFile('012345678423000', contents.map(invoiceOf));
const valuesOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>|<${name}/>`, 'g'))].map(([, value = '']) => value);
const sum = (values: readonly string[]) =>
  values.reduce((all, value) => all + Math.round(Number(value) * 100), 0) / 100;

/** Elements in the order of “Sample Faktur PK Template v.1.4.xml”, which DJP gives out with its converter. */
const invoice =
  'TaxInvoiceDate TaxInvoiceOpt TrxCode AddInfo CustomDoc CustomDocMonthYear RefDesc FacilityStamp SellerIDTKU BuyerTin BuyerDocument BuyerCountry BuyerDocumentNumber BuyerName BuyerAdress BuyerEmail BuyerIDTKU';
const service = 'Opt Code Name Unit Price Qty TotalDiscount TaxBase OtherTaxBase VATRate VAT STLGRate STLG';

it('has the elements of the template, in its order', () => {
  const names = [...fileOf(contentOf([800_000, 310_000], 1_110_000)).matchAll(/<(\w+)[ />]/g)].map(([, name]) => name);
  const one = `GoodService ${service}`;
  expect(names.join(' ')).toBe(
    `TaxInvoiceBulk TIN ListOfTaxInvoice TaxInvoice ${invoice} ListOfGoodService ${one} ${one}`,
  );
});

it('has seller, buyer and amounts as Coretax has them', () => {
  const xml = fileOf(contentOf([1_110_000], 1_110_000));
  const values = Object.fromEntries(
    [...invoice.split(' '), ...service.split(' '), 'TIN'].map((name) => [name, valuesOf(xml, name)[0]]),
  );
  expect(values).toMatchObject({
    TIN: '0012345678423000',
    SellerIDTKU: '0012345678423000000000',
    TaxInvoiceDate: '2026-11-04',
    TrxCode: '04',
    RefDesc: 'FKT/coding/202611/0001 INV/coding/20261103/0001',
    BuyerTin: '0012345678901000',
    BuyerDocument: 'TIN',
    BuyerIDTKU: '0012345678901000000000',
    BuyerName: 'CV A &amp; B',
    BuyerAdress: 'Jalan 1 Bogor',
    Name: 'Kelas &lt;0&gt;',
    Opt: 'B',
    Price: '1000000',
    TaxBase: '1000000',
    OtherTaxBase: '916666.67',
    VATRate: '12',
    VAT: '110000',
  });
  expect(valuesOf(fileOf(contentOf([1_120_000], 1_120_000, 'full')), 'TrxCode')).toEqual(['01']);
});

it('names a person without an NPWP by the NIK', () => {
  const content = contentOf([1_110_000], 1_110_000);
  const xml = fileOf({ ...content, buyer: { ...content.buyer, npwp: '', nik: '3174014508900001' } });
  expect(
    ['BuyerTin', 'BuyerDocument', 'BuyerDocumentNumber', 'BuyerIDTKU'].map((name) => valuesOf(xml, name)[0]),
  ).toEqual(['0000000000000000', 'National ID', '3174014508900001', '000000']);
});

it('adds up to what was paid, line by line and as a whole', () => {
  const prices = fc.array(fc.integer({ min: 0, max: 90_000_000 }), { minLength: 1, maxLength: 20 });
  const terms = fc.constantFrom<VatRule>('otherValue', 'full');
  fc.assert(
    fc.property(
      prices,
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: 0, max: 100 }),
      terms,
      (all, code, off, rule) => {
        const total = Math.round((all.reduce((one, other) => one + other, 0) * (100 - off)) / 100) + code;
        const content = contentOf(all, total, rule);
        const xml = fileOf(content);
        const [bases, vats] = [valuesOf(xml, 'TaxBase'), valuesOf(xml, 'VAT')];
        expect(Math.abs(sum(bases) + sum(vats) - total)).toBeLessThan(0.001);
        expect(Math.abs(sum(vats) - content.vat!.vat)).toBeLessThanOrEqual(0.5 + all.length * 0.005 + 0.001);
        const [listed, offs] = [valuesOf(xml, 'Price'), valuesOf(xml, 'TotalDiscount')];
        listed.forEach((price, n) => expect(sum([price, `-${offs[n]}`])).toBe(Number(bases[n])));
        for (const value of [...bases, ...vats, ...listed, ...offs]) expect(value).toMatch(/^\d+(\.\d{1,2})?$/);
      },
    ),
  );
});
