/** Score and amount of a row in the chase order, and the popover that explains the score. */
import { Popover, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Chased } from '#contract/order-tracking/chase.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';
import { describeScore } from './chase-words.ts';
import classes from './desk.module.css';

export function ChaseCell({ order }: { order: TrackingOrder }) {
  return order.chase ? <Score chase={order.chase} who={customerLabel(order)} /> : null;
}

function Score({ chase, who }: { chase: Chased; who: string }) {
  const [isOpen, { close, toggle }] = useDisclosure();
  const reasons = describeScore(chase);
  return (
    <Popover opened={isOpen} onChange={(open) => !open && close()} position="bottom-start" shadow="md" withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={classes['score']}
          title={reasons.map(({ words }) => words).join('\n') || 'No points yet'}
          data-score={chase.score}
          aria-label={`Score ${chase.score}, ${chase.value === null ? 'no price' : formatMoney(chase.value)}: why ${who} is here`}
          onClick={toggle}
          onKeyDown={({ key }) => key === 'Escape' && close()}
        >
          <b>{chase.score}</b>
          <span className={classes['sub']}>{chase.value === null ? 'No price' : formatMoney(chase.value)}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <table className={classes['reasons']} aria-label={`Points of ${who}`}>
          <tbody>
            {reasons.map(({ kind, words, points }) => (
              <tr key={kind}>
                <th scope="row">{words}</th>
                <td>{points}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Score</th>
              <td>{chase.score}</td>
            </tr>
          </tfoot>
        </table>
      </Popover.Dropdown>
    </Popover>
  );
}
