/**
 * Alert for failures that are too long for a toast. Stays below the page title until the next attempt or until it is
 * closed.
 */
import { Alert } from '@mantine/core';
import { all } from '../shared-value.ts';
import { clearPageAlert, pageAlert } from './page-alerts.ts';
import classes from './page-alert.module.css';

/** Renders the alert; placed under the title of every page. */
export function PageAlert() {
  const shown = pageAlert.use(all);
  return shown ? (
    <Alert
      className={classes['alert'] ?? ''}
      color="red"
      role="alert"
      title={shown.title}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => clearPageAlert()}
    >
      {[...shown.texts].map(([about, text]) => (
        <div key={about}>{text}</div>
      ))}
    </Alert>
  ) : null;
}
