/** Price of one product now, with its discount, and with this voucher; or why the voucher does not apply. */
import { useState } from 'react';
import { type OrderQuote, quoteOrder } from '#contract/order/new-order.ts';
import { type ProductRef, productKey } from '#contract/pricing/purchase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { useCall } from '#kit/api/use-call.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { Finder } from '#kit/form/finder.tsx';
import { refOfKey, useProducts } from '#admin-shared/product/use-products.ts';
import { Section } from '#kit/record/detail-page.tsx';
import type { Voucher } from './voucher-kinds.ts';
import classes from './voucher-price.module.css';

/** Quote of the product alone, for a buyer who has not used the voucher yet. */
function useQuote({ code }: Voucher, product: ProductRef | undefined) {
  const body = { items: product ? [product] : [], voucherCode: code };
  return useCall(quoteOrder, { body }, { enabled: product !== undefined });
}

export function VoucherPrice({ record: voucher }: { record: Voucher }) {
  const [product, setProduct] = useState<ProductRef>();
  const { data, error, refetch } = useQuote(voucher, product);
  const item = data?.items[0];
  return (
    <Section title="Price of a product">
      <Finder
        label="Product"
        placeholder="Search courses, learning paths, plans and products"
        description="The price of one product with this voucher as it is saved."
        nothing="No product has this name"
        chosen={product && { value: productKey(product), label: item?.name ?? '…' }}
        choose={(key) => setProduct(refOfKey(key))}
        useSearch={useProducts}
      />
      {error && !data && <ErrorState error={error} refetch={refetch} what="price" />}
      {data && item && <Prices quote={data} item={item} />}
    </Section>
  );
}

function Prices({ quote, item }: { quote: OrderQuote; item: OrderQuote['items'][number] }) {
  const refusal = quote.refusals.find(({ kind }) => kind === 'voucher');
  const prices = [
    ['Now', formatMoney(item.price)],
    [
      item.discount ? `With discount “${item.discount.name}”` : 'With discount',
      formatMoney(item.price - item.discountAmount),
    ],
    ['With this voucher', quote.voucher ? formatMoney(item.finalPrice) : 'Does not apply'],
  ] as const;
  return (
    <div role="status">
      <dl className={classes['prices']}>
        {prices.map(([label, price]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{price}</dd>
          </div>
        ))}
      </dl>
      {refusal && (
        <ul className={classes['why']} aria-label="Why it does not apply">
          {refusal.failures.map(({ condition, text }) => (
            <li key={condition}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
