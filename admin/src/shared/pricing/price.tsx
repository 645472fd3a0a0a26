/** Price of a member; with an active discount, below the list price struck through. */
import { formatMoney } from '#contract/kernel/rupiah.ts';
import classes from './price.module.css';

interface Props {
  price: number;
  finalPrice: number;
  /** Shows the reduction instead of the list price. */
  showsReduction?: boolean;
}

export function Price({ price, finalPrice, showsReduction = false }: Props) {
  if (finalPrice === price) return <>{formatMoney(price)}</>;
  return (
    <span className={classes['price']}>
      {showsReduction ? <span>{formatMoney(price - finalPrice)} off</span> : <del>{formatMoney(price)}</del>}
      {formatMoney(finalPrice)}
    </span>
  );
}
