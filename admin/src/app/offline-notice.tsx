/** While there is no connection: what was typed is safe, and what to wait for. */
import { useNetwork } from '@mantine/hooks';
import classes from './shell.module.css';

export function OfflineNotice() {
  const { online } = useNetwork();
  return online ? null : (
    <div className={classes['offline']} role="status">
      You are offline. What you type is kept; save it when the connection is back.
    </div>
  );
}
