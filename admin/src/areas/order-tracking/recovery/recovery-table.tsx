/** Table of contacts and the payments that followed; a bar shows each rate. */
import type { Recovered } from '#contract/order-tracking/chase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { ShareBar } from '#kit/display/share-bar.tsx';
import classes from './recovery.module.css';

export interface RecoveryRow extends Recovered {
  name: string;
}

const rateOf = ({ contacted, recovered }: Recovered) => (contacted === 0 ? 0 : recovered / contacted);

export const formatRate = (sums: Recovered): string => `${Math.round(100 * rateOf(sums))}%`;

export function RecoveryTable({ of, rows }: { of: string; rows: readonly RecoveryRow[] }) {
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">Written to</th>
          <th scope="col">Paid</th>
          <th scope="col">Rate</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>{formatNumber(row.contacted)}</td>
            <td>{formatNumber(row.recovered)}</td>
            <td>
              <span className={classes['bar']}>
                <ShareBar share={rateOf(row)} />
              </span>
              <span className={classes['share']}>{formatRate(row)}</span>
            </td>
            <td>{row.value > 0 ? formatMoney(row.value) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
