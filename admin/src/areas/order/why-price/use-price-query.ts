/** Inputs of the price explanation, kept in the URL so that they can be linked. */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type ProductRef, productKey } from '#contract/pricing/purchase.ts';
import type { ChangeList } from '#kit/list/use-list-state.ts';
import { useDebouncedText } from '#kit/list/use-debounced-text.ts';
import { parseProductRefs } from '../new-order/use-new-order.ts';

const path = '/why-price';

/** Choices for the period of the daily prices. */
export const spans = { month: '2 months', quarter: '4 months', year: 'A year' } as const;
export type Span = keyof typeof spans;

type Address = Partial<Record<'userId' | 'item' | 'code' | 'at' | 'discount' | 'span', string>>;

export const isMoment = (text: string) => !Number.isNaN(Date.parse(text));

function useChange(): ChangeList {
  const navigate = useNavigate();
  const router = useRouter();
  return useCallback(
    (changes, replace = true) => {
      // The debounce can end after the user left the page.
      if (router.latestLocation.pathname.replace(/\/$/, '') !== path) return;
      const search = (now: object) =>
        Object.fromEntries(Object.entries({ ...now, ...changes }).filter(([, value]) => value));
      void navigate({ to: path, search, replace, resetScroll: false });
    },
    [navigate, router],
  );
}

/** `code` and `at` as typed; the URL follows after the debounce. */
export function usePriceQuery() {
  const address: Address = useSearch({ strict: false });
  const change = useChange();
  const code = useDebouncedText('code', address.code ?? '', change, { isWhole: () => true });
  const at = useDebouncedText('at', address.at ?? '', change, { isWhole: isMoment });
  const items = useMemo(() => parseProductRefs(address.item), [address.item]);
  const setItems = (all: readonly ProductRef[]) => change({ item: all.map(productKey).join(',') });
  const others = (item: ProductRef) => items.filter((one) => productKey(one) !== productKey(item));
  return {
    userId: address.userId ?? null,
    items,
    discountId: address.discount ?? null,
    span: address.span && address.span in spans ? (address.span as Span) : 'quarter',
    code,
    at,
    /** The code in the URL, after the debounce. */
    settledCode: address.code ?? '',
    change,
    add: (item: ProductRef) => setItems([...others(item), item]),
    remove: (item: ProductRef) => setItems(others(item)),
  };
}

export type PriceQuery = ReturnType<typeof usePriceQuery>;
