/** What a member pays; where a discount is in force, under the list price struck through. */
import { formatMoney } from '#contract/rupiah.ts';
import classes from './price.module.css';

interface Props {
  price: number;
  finalPrice: number;
  /** In place of the list price: what is taken off it. */
  tellsOff?: boolean;
}

export function Price({ price, finalPrice, tellsOff = false }: Props) {
  if (finalPrice === price) return <>{formatMoney(price)}</>;
  return (
    <span className={classes['price']}>
      {tellsOff ? <span>{formatMoney(price - finalPrice)} off</span> : <del>{formatMoney(price)}</del>}
      {formatMoney(finalPrice)}
    </span>
  );
}
