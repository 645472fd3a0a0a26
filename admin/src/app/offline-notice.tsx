/** Notice in the top bar while the browser is offline: input is kept until the connection is back. */
import { useNetwork } from '@mantine/hooks';
import classes from './shell.module.css';

export function OfflineNotice() {
  const { online } = useNetwork();
  // Mounted from the start, because screen readers announce only changes of an existing live region.
  return (
    <div className={classes['offline']} role="status">
      {!online && (
        <span>
          You are offline. <span>Your changes are kept; save them when the connection is back.</span>
        </span>
      )}
    </div>
  );
}
