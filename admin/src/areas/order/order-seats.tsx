/** Seats of a company's order, on its page, and the company's order that a claimed seat belongs to. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getOrder } from '#contract/order/endpoints.ts';
import { Seats } from '#admin-shared/company/seats.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';

type Order = Reply<typeof getOrder>;

export const OrderSeats = ({ record: { orderId, company } }: { record: Order }) =>
  company && <Seats companyId={company.companyId} orderId={orderId} />;

/** Facts of the company that buys, or that bought the seat. */
export function companyFacts({ company, seatOf }: Pick<Order, 'company' | 'seatOf'>) {
  const bought = company && [
    ['Company', <RecordLink key="company" kind="company" id={company.companyId} name={company.name} />] as const,
    ...(company.purchaseOrder || company.purchaseOrderFile
      ? [['Purchase order', <PurchaseOrder key="po" {...company} />] as const]
      : []),
  ];
  const claimed = seatOf && [
    [
      'Seat of',
      <Link key="seat" to="/order/$id" params={{ id: seatOf.orderId }}>
        {seatOf.company}, {seatOf.invoiceNumber}
      </Link>,
    ] as const,
  ];
  return bought ?? claimed ?? [];
}

const PurchaseOrder = ({ purchaseOrder, purchaseOrderFile }: NonNullable<Order['company']>) => (
  <>
    {purchaseOrder}{' '}
    {purchaseOrderFile && (
      <Anchor href={purchaseOrderFile} target="_blank" inherit>
        Open file
      </Anchor>
    )}
  </>
);
