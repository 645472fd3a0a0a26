/** Content of a paper, from its order, buyer and seller; stored when it is issued, so that it never changes. Pure. */
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { type Amounts, type PriceStep, otherItems, priceSteps } from '#contract/order/amounts.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { OrderStatus } from '#contract/order/status.ts';
import type { PaperKind } from '#contract/payment/papers.ts';
import { type VatParts, type VatTerms, hasVat, vatIn } from '#contract/payment/vat.ts';

export interface Buyer {
  name: string;
  address: string;
  npwp: string;
  nik: string;
  email: string;
}

interface Seller {
  name: string;
  address: string;
  npwp: string;
  bankAccount: string;
  signatory: string;
}

/** Order, with its buyer and seller as they are now. */
export interface Source extends Amounts {
  orderId: string;
  invoiceNumber: string;
  createdAt: string;
  status: OrderStatus;
  paymentMethod: string;
  paidAt: string | null;
  expiredAt: string | null;
  items: {
    productName: string;
    price: number;
    quantity?: number | undefined;
    discountAmount: number;
    discountName: string | null;
  }[];
  /** Number of a company’s purchase order. */
  purchaseOrder?: string;
  /** Sum that was returned, without money above the total. */
  refunded: number;
  buyer: Buyer;
  seller: Seller;
  terms: VatTerms;
}

/** Paper that an order has. */
export interface Issued {
  kind: PaperKind;
  number: string;
  total: number;
}

/** Content of a paper, as it is stored. */
export interface PaperContent {
  tenant: Tenant;
  brand: string;
  kind: PaperKind;
  invoiceNumber: string;
  /** Absent on papers of before companies. */
  purchaseOrder?: string;
  /** Number of the invoice that a credit note reduces. */
  reduces: string | null;
  seller: Seller;
  buyer: Buyer;
  items: { name: string; price: number; paid: number }[];
  /** From the sum of the prices to the total; a negative amount reduces it. */
  steps: { label: string; amount: number }[];
  total: number;
  /** Null: the price has no PPN. */
  vat: (VatTerms & VatParts) | null;
  status: OrderStatus;
  paidAt: string | null;
  paymentMethod: string;
  payableUntil: string | null;
}

/** Sum of the credit notes of an order. */
const creditedBy = (papers: readonly Issued[]) =>
  papers.reduce((sum, { kind, total }) => (kind === 'credit-note' ? sum + total : sum), 0);

/** Kinds that can be issued for an order with these papers. */
export function issuableKinds({ status, paidAt, refunded }: Source, papers: readonly Issued[]): PaperKind[] {
  const has = (kind: PaperKind) => papers.some((paper) => paper.kind === kind);
  const wasPaid = status === 'paid' || status === 'refunded' || paidAt !== null;
  const can: Record<PaperKind, boolean> = {
    invoice: !has('invoice') && (wasPaid || status === 'unpaid' || status === 'pending'),
    receipt: !has('receipt') && wasPaid,
    'credit-note': has('invoice') && wasPaid && refunded > creditedBy(papers),
  };
  return (Object.keys(can) as PaperKind[]).filter((kind) => can[kind]);
}

const labels: Readonly<Record<PriceStep['kind'], (name: string) => string>> = {
  discount: (name) => `Diskon ${name}`.trim(),
  voucher: (name) => `Voucher ${name}`.trim(),
  'unique code': () => 'Kode unik',
  other: () => 'Lain-lain',
};

/** Items and steps of an order, which add up to its total. */
function amountsOf(source: Source): Pick<PaperContent, 'items' | 'steps' | 'total'> {
  const others = otherItems(source);
  return {
    items: source.items.map(({ productName, price, quantity = 1, discountAmount }) => ({
      name: quantity === 1 ? productName : `${productName} (${quantity} × ${formatMoney(price / quantity)})`,
      price,
      paid: Math.max(0, price - discountAmount),
    })),
    steps: [
      ...(others === 0 ? [] : [{ label: 'Item lain', amount: others }]),
      ...priceSteps(source).map(({ kind, name, amount }) => ({ label: labels[kind](name), amount })),
    ],
    total: source.totalAmount,
  };
}

/** Content of a credit note: what was returned since the last one. */
function returnedOf({ refunded }: Source, papers: readonly Issued[]): Pick<PaperContent, 'items' | 'steps' | 'total'> {
  const total = refunded - creditedBy(papers);
  return { items: [{ name: 'Pengembalian dana', price: total, paid: total }], steps: [], total };
}

/** PPN of an amount that follows others of the same price: rounded so that the PPN of all of them is that of their sum. */
function vatAfter(others: number, amount: number, terms: VatTerms): VatParts {
  const [before, after] = [vatIn(others, terms), vatIn(others + amount, terms)];
  return { net: after.net - before.net, base: after.base - before.base, vat: after.vat - before.vat };
}

export function contentOf(
  { tenant, brand }: { tenant: Tenant; brand: string },
  kind: PaperKind,
  source: Source,
  papers: readonly Issued[],
): PaperContent {
  const { invoiceNumber, purchaseOrder, seller, buyer, terms, status, paidAt, paymentMethod, expiredAt } = source;
  const isCredit = kind === 'credit-note';
  const amounts = isCredit ? returnedOf(source, papers) : amountsOf(source);
  return {
    tenant,
    brand,
    kind,
    invoiceNumber,
    ...(purchaseOrder && { purchaseOrder }),
    reduces: (isCredit && papers.find((paper) => paper.kind === 'invoice')?.number) || null,
    seller,
    buyer,
    ...amounts,
    vat: hasVat(terms.rule) ? { ...terms, ...vatAfter(isCredit ? creditedBy(papers) : 0, amounts.total, terms) } : null,
    status,
    paidAt,
    paymentMethod,
    payableUntil: expiredAt,
  };
}
