/** Searches products by name. */
import { listSaleable } from '#contract/order/new-order.ts';
import type { ProductType } from '#contract/pricing/product-type.ts';
import { type ProductRef, productKey } from '#contract/pricing/purchase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { SearchResult } from '#kit/form/finder.tsx';
import { foldedOptions, useDrafts } from './use-drafts.ts';

export const typeNames: Readonly<Record<ProductType, string>> = {
  courses: 'Course',
  'learning paths': 'Learning path',
  subscriptions: 'Subscription',
  products: 'Product',
};

const maxResults = 10;

const hintOf = ({ productType, finalPrice }: { productType: keyof typeof typeNames; finalPrice: number }) =>
  `${typeNames[productType]} · ${formatMoney(finalPrice)}`;

function usePage(search: string, isOpen: boolean, isPublished: 'true' | 'false') {
  const query = { search, page: 1, pageSize: maxResults, isPublished };
  return [useCall(listSaleable, { query }, { keepPrevious: true, enabled: isOpen })];
}

const useSaleable = (search: string, isOpen: boolean) =>
  useDrafts(search, usePage(search, isOpen, 'true'), usePage(search, isOpen, 'false'), ({ items }) => items);

/** Parses a value of {@link useProducts} into a product reference. */
export function refOfKey(key: string): ProductRef {
  const [productType, productId = ''] = key.split(':');
  return { productType: productType as ProductType, productId };
}

/** Products by type and id; drafts cannot be chosen, because they cannot be sold. */
export const useProducts = (search: string, isOpen: boolean): SearchResult =>
  foldedOptions(useSaleable(search, isOpen), (item) => ({
    value: productKey(item),
    label: item.name,
    hint: item.isPublished ? hintOf(item) : `${typeNames[item.productType]} · Draft: an admin must publish it first`,
    isRefused: !item.isPublished,
  }));

/** Products by id, drafts too: their orders stay. */
const useAllProducts = (search: string, isOpen: boolean): SearchResult =>
  foldedOptions(useSaleable(search, isOpen), (item) => ({
    value: item.productId,
    label: item.name,
    hint: item.isPublished ? hintOf(item) : `${hintOf(item)} · Draft`,
  }));

function useProductName(productId: string): string | undefined {
  const query = { productId, page: 1, pageSize: 1 };
  const { data } = useCall(listSaleable, { query }, { enabled: productId !== '' });
  return data && (data.items[0]?.name ?? 'Deleted');
}

export const byProduct = {
  name: 'productId',
  label: 'Product',
  placeholder: 'Search products',
  nothing: 'No matches',
  useSearch: useAllProducts,
  useName: useProductName,
};
