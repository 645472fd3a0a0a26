/** Items in the basket, each with its price and the problem that prevents its sale. */
import { ActionIcon, NumberInput, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type OrderQuote, maxSeats } from '#contract/order/new-order.ts';
import { type ProductRef, productKey } from '#contract/pricing/purchase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { focusAfterRender } from '#kit/feedback/focus.ts';
import { typeNames } from '#admin-shared/product/use-products.ts';
import { productFinder } from './finders.tsx';
import classes from './new-order.module.css';

interface Props {
  items: readonly ProductRef[];
  quote: OrderQuote | undefined;
  remove: (item: ProductRef) => void;
  /** Numbers of seats; absent: a member buys one of each. */
  seats?: { of: (item: ProductRef) => number; set: (item: ProductRef, seats: number) => void } | undefined;
}

export function Basket({ items, quote, remove, seats }: Props) {
  const priced = new Map(quote?.items.map((item) => [productKey(item), item]));
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The basket is empty.
      </Text>
    );
  return (
    <ul className={classes['basket']} aria-label="Basket">
      {items.map((item) => {
        const pricedItem = priced.get(productKey(item));
        const name = pricedItem?.name ?? '…';
        return (
          <li key={productKey(item)}>
            <span>
              {name}
              <small>
                {typeNames[item.productType]}
                {pricedItem?.discount && ` · ${pricedItem.discount.name}`}
              </small>
              {pricedItem?.problem && <small data-problem>{pricedItem.problem}</small>}
            </span>
            {seats && (
              <NumberInput
                aria-label={`Seats of ${name}`}
                min={1}
                max={maxSeats}
                clampBehavior="strict"
                allowDecimal={false}
                allowNegative={false}
                w={84}
                value={seats.of(item)}
                onChange={(next) => seats.set(item, Number(next) || 1)}
              />
            )}
            <span className={classes['price']}>
              {pricedItem && pricedItem.discountAmount > 0 && <s>{formatMoney(pricedItem.price)}</s>}
              {pricedItem && formatMoney(pricedItem.price - pricedItem.discountAmount)}
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${name}`}
              onClick={() => {
                remove(item);
                focusAfterRender(() => document.querySelector<HTMLElement>(`#${productFinder}`));
              }}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
