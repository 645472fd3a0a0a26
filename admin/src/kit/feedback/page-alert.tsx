/** A failure that takes more lines than a toast has: it stands under the page's title until the next attempt, or until it is closed. */
import { Alert } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import classes from './page-alert.module.css';

interface Told {
  title: string;
  text: string;
}

let told: Told | undefined;
const listeners = new Set<() => void>();
const tell = (next: Told | undefined) => {
  told = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** False where no page has a place for it. */
export function alertPage(title: string, text: string): boolean {
  if (listeners.size === 0) return false;
  tell({ title, text });
  return true;
}

export function clearPageAlert(): void {
  if (told) tell(undefined);
}

/** Under the title of every page. */
export function PageAlert() {
  const shown = useSyncExternalStore(subscribe, () => told);
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
