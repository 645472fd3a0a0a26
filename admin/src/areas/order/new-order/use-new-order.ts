/** Draft of the new order; kept in this tab's storage until the order is created, so that it survives a reload. */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { type ProductRef, kindOfProduct, productKey } from '#contract/pricing/purchase.ts';
import { dropDraft, storeDraft, readDraft } from '#kit/form/stored-draft.ts';

export interface NewOrder {
  userId: string | null;
  companyId: string | null;
  purchaseOrder: string;
  purchaseOrderFile: string | null;
  /** End of the codes of a company's seats; '' is none. */
  seatsEnd: string;
  items: readonly ProductRef[];
  /** Seats that a company buys, by product; default: 1. */
  seats: Readonly<Record<string, number>>;
  voucherCode: string;
  /** Days until the payment deadline. */
  days: number;
  /** Moment of the price; '' is now. */
  at: string;
}

const draftName = 'order/new';
const blank: NewOrder = {
  userId: null,
  companyId: null,
  purchaseOrder: '',
  purchaseOrderFile: null,
  seatsEnd: '',
  items: [],
  seats: {},
  voucherCode: '',
  days: 2,
  at: '',
};

/** Seats of an item; a member buys one. */
export const seatsOf = ({ companyId, seats }: NewOrder, item: ProductRef): number =>
  companyId === null ? 1 : (seats[productKey(item)] ?? 1);

/** Parts of the body that the quote and the order have in common. */
export const basketBody = (order: NewOrder) => ({
  companyId: order.companyId,
  items: order.items.map((item) => ({ ...item, quantity: seatsOf(order, item) })),
});

/** Parses the items of a link: `courses:0189…,products:0190…`. */
export const parseProductRefs = (text = ''): ProductRef[] =>
  text.split(',').flatMap((one) => {
    const [productType = '', productId = ''] = one.split(':');
    return productType in kindOfProduct && productId ? [{ productType: productType as ProductType, productId }] : [];
  });

type Beginning = Partial<Record<'userId' | 'companyId' | 'item' | 'code', string>>;

/** Initial draft, optionally from a link: member, items and code. */
function useBeginning(): NewOrder {
  const { userId, companyId, item, code }: Beginning = useSearch({ strict: false });
  if (!userId && !companyId && !item && !code) return { ...blank, ...readDraft<NewOrder>(draftName) };
  return {
    ...blank,
    userId: userId ?? null,
    companyId: companyId ?? null,
    items: parseProductRefs(item),
    voucherCode: code ?? '',
  };
}

export function useNewOrder() {
  const beginning = useBeginning();
  const [order, setOrder] = useState(beginning);
  const change = (changes: Partial<NewOrder>) => {
    const next = { ...order, ...changes };
    storeDraft(draftName, next);
    setOrder(next);
  };
  return {
    order,
    change,
    add: (item: ProductRef) =>
      change({ items: [...order.items.filter((one) => productKey(one) !== productKey(item)), item] }),
    remove: (item: ProductRef) => change({ items: order.items.filter((one) => productKey(one) !== productKey(item)) }),
    clear: () => {
      dropDraft(draftName);
      setOrder(blank);
    },
  };
}
