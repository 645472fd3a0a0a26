/** A thin line below the bar on top while something is waited for; CSS keeps it back for the first 150 ms (looks.md, Instant). */
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import classes from './shell.module.css';

export function WorkingBar() {
  const isTurning = useRouterState({ select: ({ status }) => status === 'pending' });
  const isSending = useIsMutating() > 0;
  // What is fetched ahead, or read again behind what is shown, nobody waits for.
  const isReading = useIsFetching({ predicate: (query) => query.isActive() && query.state.data === undefined }) > 0;
  return isTurning || isSending || isReading ? <div className={classes['working']} aria-hidden /> : null;
}
