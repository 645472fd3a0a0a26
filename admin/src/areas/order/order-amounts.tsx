/** Items of an order, and how their prices add up to the total. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getOrder } from '#contract/order/endpoints.ts';
import { amountsOf, voucherLabel } from '#contract/order/amounts.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { ProductName } from './product-name.tsx';
import { typeNames } from '#admin-shared/product/use-products.ts';
import classes from './order-amounts.module.css';

export const signed = (amount: number): string => (amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount));

export function OrderAmounts({ record: order }: { record: Reply<typeof getOrder> }) {
  const { items, subtotal, voucherId, totalAmount } = order;
  const { toSubtotal, toTotal } = amountsOf(order);
  const sums = [...toSubtotal, { label: 'Subtotal', amount: subtotal }, ...toTotal];
  return (
    <Section title="Items">
      <table className={classes['amounts']}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <tr key={index}>
              <td>
                <ProductName item={item} />
                <small>
                  {typeNames[item.productType]}
                  {item.discountAmount > 0 && `, discounted by ${formatMoney(item.discountAmount)}`}
                  {item.isOpened && ', opened by this order'}
                </small>
              </td>
              <td>{formatMoney(item.price)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map(({ label, amount }) => (
            <tr key={label}>
              <th scope="row">
                {voucherId && label === voucherLabel(order) ? (
                  <RecordLink kind="voucher" id={voucherId} name={label} />
                ) : (
                  label
                )}
              </th>
              <td>{signed(amount)}</td>
            </tr>
          ))}
          <tr data-total>
            <th scope="row">Total</th>
            <td>{signed(totalAmount)}</td>
          </tr>
        </tfoot>
      </table>
    </Section>
  );
}
