/** Bar that shows a share of a whole beside its figure. Hidden from screen readers, because it repeats the figure. */
import classes from './share-bar.module.css';

/** `share`: from 0 to 1; lower and higher ones are shown as these. */
export const ShareBar = ({ share }: { share: number }) => (
  <span className={classes['bar']} aria-hidden>
    <span style={{ inlineSize: `${100 * Math.min(Math.max(share, 0), 1)}%` }} />
  </span>
);
