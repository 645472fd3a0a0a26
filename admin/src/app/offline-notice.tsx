/** While there is no connection: what was typed is safe, and what to wait for. It has its place in the bar on top. */
import { useNetwork } from '@mantine/hooks';
import classes from './shell.module.css';

export function OfflineNotice() {
  const { online } = useNetwork();
  // There from the beginning: what appears in it is read out.
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
