/** Draft of the new order; kept in this tab's storage until the order is created, so that it survives a reload. */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { type ProductRef, kindOfProduct, productKey } from '#contract/pricing/purchase.ts';
import { dropDraft, storeDraft, readDraft } from '#kit/form/stored-draft.ts';

export interface NewOrder {
  userId: string | null;
  items: readonly ProductRef[];
  voucherCode: string;
  /** Days until the payment deadline. */
  days: number;
  /** Moment of the price; '' is now. */
  at: string;
}

const draftName = 'order/new';
const blank: NewOrder = { userId: null, items: [], voucherCode: '', days: 2, at: '' };

/** Parses the items of a link: `courses:0189…,products:0190…`. */
export const parseProductRefs = (text = ''): ProductRef[] =>
  text.split(',').flatMap((one) => {
    const [productType = '', productId = ''] = one.split(':');
    return productType in kindOfProduct && productId ? [{ productType: productType as ProductType, productId }] : [];
  });

type Beginning = Partial<Record<'userId' | 'item' | 'code', string>>;

/** Initial draft, optionally from a link: member, items and code. */
function useBeginning(): NewOrder {
  const { userId, item, code }: Beginning = useSearch({ strict: false });
  if (!userId && !item && !code) return readDraft<NewOrder>(draftName) ?? blank;
  return { ...blank, userId: userId ?? null, items: parseProductRefs(item), voucherCode: code ?? '' };
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
