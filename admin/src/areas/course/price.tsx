/** What a member pays; where a discount is in force, under the list price struck through. */
import { formatMoney } from '#kit/format/formats.ts';
import classes from './price.module.css';

export function Price({ price, finalPrice }: { price: number; finalPrice: number }) {
  if (finalPrice === price) return <>{formatMoney(price)}</>;
  return (
    <span className={classes['price']}>
      <del>{formatMoney(price)}</del>
      {formatMoney(finalPrice)}
    </span>
  );
}
