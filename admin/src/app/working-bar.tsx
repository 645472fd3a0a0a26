/** Progress line below the top bar; CSS delays it by 150 ms (looks.md, Instant). */
import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import classes from './shell.module.css';

export function WorkingBar() {
  const isTurning = useRouterState({ select: ({ status }) => status === 'pending' });
  const isSending = useIsMutating() > 0;
  // Prefetches and background rereads are excluded.
  const isReading = useIsFetching({ predicate: (query) => query.isActive() && query.state.data === undefined }) > 0;
  return isTurning || isSending || isReading ? <div className={classes['working']} aria-hidden /> : null;
}
