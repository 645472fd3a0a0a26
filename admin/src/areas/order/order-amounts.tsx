/** Items of an order with today's access, and its price as it was stored: steps to the total, and the text to send. */
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { getOrder } from '#contract/order/endpoints.ts';
import { type PriceStep, labelOfStep, otherItems, priceSteps } from '#contract/order/amounts.ts';
import { orderSentence } from '#contract/pricing/words.ts';
import { counted } from '#contract/kernel/counted.ts';
import { formatMoney, formatSignedMoney } from '#contract/kernel/rupiah.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { ProductName } from './product-name.tsx';
import { typeNames } from '#admin-shared/product/use-products.ts';
import { ItemAccess } from './item-access.tsx';
import { ToSend } from './why-price/to-send.tsx';
import classes from './order-amounts.module.css';

type Order = Reply<typeof getOrder>;

function StepName({ step, voucherId }: { step: PriceStep; voucherId: string | null }) {
  const label = labelOfStep(step);
  return step.kind === 'voucher' && voucherId ? <RecordLink kind="voucher" id={voucherId} name={label} /> : label;
}

function Sums({ order }: { order: Order }) {
  const { subtotal, voucherId, totalAmount } = order;
  const others = otherItems(order);
  return (
    <tfoot>
      {others !== 0 && (
        <tr>
          <th scope="row">Other items</th>
          <td>{formatSignedMoney(others)}</td>
        </tr>
      )}
      <tr>
        <th scope="row">List price</th>
        <td>{formatSignedMoney(subtotal)}</td>
      </tr>
      {priceSteps(order).map((step, index) => (
        <tr key={index}>
          <th scope="row">
            <StepName step={step} voucherId={voucherId} />
          </th>
          <td>{formatSignedMoney(step.amount)}</td>
        </tr>
      ))}
      <tr data-total>
        <th scope="row">Total</th>
        <td>{formatSignedMoney(totalAmount)}</td>
      </tr>
    </tfoot>
  );
}

export function OrderAmounts({ record: order }: { record: Order }) {
  return (
    <Section title="Items and price">
      <table className={classes['amounts']}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item, index) => (
            <tr key={index}>
              <td>
                <ProductName item={item} />
                <small>
                  {typeNames[item.productType]}
                  {order.company && ` · ${counted(item.quantity, 'seat', 'seats')}`}
                </small>
                <ItemAccess order={order} item={item} />
              </td>
              <td>{formatMoney(item.price)}</td>
            </tr>
          ))}
        </tbody>
        <Sums order={order} />
      </table>
      <ToSend message={orderSentence(order)} member={order.user} />
    </Section>
  );
}
