/** Settings of a brand as the seller that its papers name (ours). */
import { choice, field } from '../kernel/draft.ts';
import { name, text, whole } from '../kernel/fields.ts';
import { npwp } from './tax-number.ts';
import { type VatRule, hasVat, vatRules } from './vat.ts';

/** Action when an order is paid. */
export const paperRules = {
  none: 'Nothing: people issue the papers',
  issue: 'Invoice and receipt are issued',
  send: 'Invoice and receipt are issued, and the receipt is sent to the buyer',
} as const;

export const sellerFields = {
  sellerName: field(name(0, 150).default(''), { label: 'Legal name', placeholder: 'PT …' }),
  sellerAddress: field(text(300).default(''), { label: 'Address', kind: 'textArea' }),
  sellerNpwp: field(npwp.default(''), { label: 'NPWP', placeholder: '01.234.567.8-901.000' }),
  bankAccount: field(name(0, 150).default(''), {
    label: 'Bank account',
    hint: 'Invoices that are not paid yet ask for a transfer to it.',
    placeholder: 'BCA 123 456 7890 a.n. PT …',
  }),
  signatory: field(name(0, 100).default(''), { label: 'Signed by' }),
  vat: field(choice(vatRules).default('none'), {
    label: 'PPN',
    hint: 'The total of an order is what is paid: PPN is a part of it, never added. Issued papers do not change.',
  }),
  vatRate: field(whole().min(1, 'From 1 to 100').max(100, 'From 1 to 100').default(12), {
    label: 'PPN rate',
    kind: 'percent',
    overrides: ({ vat }: { vat: VatRule }) => ({ isHidden: !hasVat(vat) }),
  }),
  paperRule: field(choice(paperRules).default('none'), { label: 'When an order is paid' }),
};

interface Seller {
  sellerName: string;
  sellerAddress: string;
  sellerNpwp: string;
  vat: VatRule;
}

/** Fields that papers need, and a seller lacks. */
export const missingOfSeller = (seller: Seller): (keyof Seller)[] =>
  (['sellerName', 'sellerAddress', ...(seller.vat === 'none' ? [] : (['sellerNpwp'] as const))] as const).filter(
    (key) => seller[key] === '',
  );
