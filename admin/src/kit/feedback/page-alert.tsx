/** A failure that takes more lines than a toast has: it stands under the page's title until the next attempt, or until it is closed. */
import { Alert } from '@mantine/core';
import { all, sharedValue } from '../shared-value.ts';
import classes from './page-alert.module.css';

interface Told {
  title: string;
  text?: string | undefined;
}

const told = sharedValue<Told | undefined>(undefined);

/** False where no page has a place for it. */
export function alertPage(title: string, text?: string): boolean {
  if (!told.isDrawn()) return false;
  told.set({ title, text });
  return true;
}

export function clearPageAlert(): void {
  if (told.get()) told.set(undefined);
}

/** Under the title of every page. */
export function PageAlert() {
  const shown = told.use(all);
  return shown ? (
    <Alert
      className={classes['alert'] ?? ''}
      color="red"
      role="alert"
      title={shown.title}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={clearPageAlert}
    >
      {shown.text}
    </Alert>
  ) : null;
}
