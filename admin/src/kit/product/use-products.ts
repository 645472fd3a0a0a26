/** What is sold, found by a part of its name. */
import { listSaleable } from '#contract/order-making.ts';
import type { ProductType } from '#contract/discount.ts';
import { type ProductRef, productKey } from '#contract/purchase.ts';
import { formatMoney } from '#contract/rupiah.ts';
import { useCall } from '../api/use-call.ts';
import type { Finding, Found } from '../form/finder.tsx';
import { typeNames } from './type-names.ts';

const shown = 10;

const hintOf = ({ productType, finalPrice }: { productType: keyof typeof typeNames; finalPrice: number }) =>
  `${typeNames[productType]} · ${formatMoney(finalPrice)}`;

function useSaleable(search: string, isOpen: boolean, all: 'true' | undefined) {
  const query = { search, page: 1, pageSize: shown, ...(all && { all }) };
  const { data, error, isPrevious } = useCall(listSaleable, { query }, { keepPrevious: true, enabled: isOpen });
  return { items: data?.items ?? [], isSettled: data !== undefined && !isPrevious, error };
}

/** The product that {@link useProducts} found under this value. */
export function refOfKey(key: string): ProductRef {
  const [productType, productId = ''] = key.split(':');
  return { productType: productType as ProductType, productId };
}

/** What can be sold now, by its type and id. */
export function useProducts(search: string, isOpen: boolean): Finding {
  const { items, ...asked } = useSaleable(search, isOpen, undefined);
  return {
    ...asked,
    found: items.map((item): Found => ({ value: productKey(item), label: item.name, hint: hintOf(item) })),
  };
}

/** What was ever sold, drafts too, by its id. */
function useEveryProduct(search: string, isOpen: boolean): Finding {
  const { items, ...asked } = useSaleable(search, isOpen, 'true');
  return {
    ...asked,
    found: items.map((item): Found => ({ value: item.productId, label: item.name, hint: hintOf(item) })),
  };
}

function useProductName(productId: string): string | undefined {
  const query = { productId, all: 'true' as const, page: 1, pageSize: 1 };
  const { data } = useCall(listSaleable, { query }, { enabled: productId !== '' });
  return data && (data.items[0]?.name ?? 'Deleted');
}

export const byProduct = {
  name: 'productId',
  label: 'Product',
  placeholder: 'Search products',
  nothing: 'No matches',
  useFound: useEveryProduct,
  useName: useProductName,
};
