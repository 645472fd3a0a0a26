/** Papers of the demo: sellers of the brands, some companies as buyers, and papers of the latest paid orders. */
import { isPrintable } from '#contract/certificate/rules.ts';
import { jakartaDay } from '#contract/kernel/days.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import type { PaperKind } from '#contract/payment/papers.ts';
import { type Source, contentOf } from '../areas/payment/papers/content.ts';
import { demoId } from './demo-id.ts';
import type { DemoRows, Row, World } from './records.ts';

type Seller = Pick<
  Row<'brandSetting'>,
  'sellerName' | 'sellerAddress' | 'sellerNpwp' | 'bankAccount' | 'signatory' | 'vat'
>;

/** Settings of fictional sellers: two are PKP, one is not. */
export const sellers: Record<Tenant, Required<Seller>> = {
  coding: {
    sellerName: 'PT Sanggar Kode Nusantara',
    sellerAddress: 'Jalan Merdeka 10, Bandung 40111',
    sellerNpwp: '012345678423000',
    bankAccount: 'BCA 123 456 7890 a.n. PT Sanggar Kode Nusantara',
    signatory: 'Ratna Kusuma',
    vat: 'otherValue',
  },
  cyber: {
    sellerName: 'PT Perisai Siber Mandiri',
    sellerAddress: 'Jalan Veteran 21, Surabaya 60175',
    sellerNpwp: '023456789604000',
    bankAccount: 'Mandiri 987 000 1234567 a.n. PT Perisai Siber Mandiri',
    signatory: 'Bagus Prakoso',
    vat: 'otherValue',
  },
  data: {
    sellerName: 'CV Olah Data Cendekia',
    sellerAddress: 'Jalan Kaliurang 5, Yogyakarta 55281',
    sellerNpwp: '',
    bankAccount: 'BNI 0123456789 a.n. CV Olah Data Cendekia',
    signatory: 'Laras Widodo',
    vat: 'none',
  },
};

const companies = [
  { name: 'PT Maju Bersama Digital', address: 'Jalan Sudirman 5, Jakarta 10220', npwp: '013456789012000' },
  { name: 'CV Karya Lintas', address: 'Jalan Diponegoro 8, Semarang 50241', npwp: '024567890503000' },
];
/** Every how many orders a company buys, and how many a person gave a NIK. */
const [companyEvery, personEvery] = [3, 5];
/** Paid orders with papers, the latest. */
const count = 60;
const prefixes = { invoice: 'FKT', receipt: 'KWT', 'credit-note': 'NK' } as const;

function buyerOf({ userName, userEmail }: DemoRows['order'][number], n: number): Source['buyer'] {
  const person = { name: userName, address: '', npwp: '', nik: '', email: userEmail };
  if (n % companyEvery === 0) return { ...person, ...companies[(n / companyEvery) % companies.length] };
  return n % personEvery === 1
    ? { ...person, address: 'Jalan Melati 3, Depok 16411', nik: '3276014508900001' }
    : person;
}

function sourceOf(
  tenant: Tenant,
  order: DemoRows['order'][number],
  buyer: Source['buyer'],
  orderItem: DemoRows['orderItem'],
): Source {
  const { sellerName, sellerAddress, sellerNpwp, vat, ...seller } = sellers[tenant];
  return {
    orderId: order.id,
    invoiceNumber: order.invoiceNumber,
    createdAt: order.createdAt!,
    status: 'paid',
    paymentMethod: order.paymentMethod,
    paidAt: order.paidAt!,
    expiredAt: null,
    refunded: 0,
    subtotal: order.subtotal,
    discountAmount: order.discountAmount ?? 0,
    voucherCode: order.voucherCode ?? null,
    voucherAmount: order.voucherAmount ?? 0,
    uniqueCode: order.uniqueCode ?? null,
    totalAmount: order.totalAmount,
    items: orderItem
      .filter(({ orderId }) => orderId === order.id)
      .map(({ discountAmount = 0, discountName = null, ...item }) => ({ ...item, discountAmount, discountName })),
    buyer,
    seller: { name: sellerName, address: sellerAddress, npwp: sellerNpwp, ...seller },
    terms: { rule: vat, rate: 12 },
  };
}

type Papers = Pick<DemoRows, 'orderBuyer' | 'paper' | 'paperSeries'>;

/** Papers in the order of the payments, numbered as they would have been. */
export function makePapers(
  { tenant }: World,
  { order: orders, orderItem }: Pick<DemoRows, 'order' | 'orderItem'>,
): Papers {
  const brand = `${tenant[0]!.toUpperCase()}${tenant.slice(1)} Studio`;
  const paid = orders
    .filter(({ paidAt, totalAmount, status }) => paidAt && totalAmount > 0 && status === 'paid')
    .filter(({ userName }) => isPrintable(userName))
    .toSorted((one, other) => (one.paidAt! < other.paidAt! ? -1 : 1))
    .slice(-count);
  const series = new Map<string, Row<'paperSeries'>>();
  const paper = paid.flatMap((order, n) => {
    const source = sourceOf(tenant, order, buyerOf(order, n), orderItem);
    const kinds: PaperKind[] = n % 4 === 3 ? ['invoice'] : ['invoice', 'receipt'];
    return kinds.map((kind) => {
      const month = `${jakartaDay(new Date(order.paidAt!)).slice(0, 7)}-01`;
      const last = (series.get(kind + month)?.last ?? 0) + 1;
      series.set(kind + month, { kind, month, last });
      const number = `${prefixes[kind]}/${tenant}/${month.slice(0, 7).replace('-', '')}/${String(last).padStart(4, '0')}`;
      const content = JSON.stringify(contentOf({ tenant, brand }, kind, source, []));
      return {
        id: demoId(tenant, `paper ${kind}`, n),
        orderId: order.id,
        kind,
        number,
        issuedAt: order.paidAt!,
        content,
      };
    });
  });
  const orderBuyer = paid.map((order, n) => ({ orderId: order.id, ...buyerOf(order, n) }));
  return { orderBuyer, paper, paperSeries: [...series.values()] };
}
