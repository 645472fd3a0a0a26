/**
 * Alert for failures that are too long for a toast. Stays below the page title until the next attempt or until it is
 * closed.
 */
import { Alert } from '@mantine/core';
import { all, sharedValue } from '../shared-value.ts';
import classes from './page-alert.module.css';

interface AlertContent {
  title: string;
  /** Reason by subject ('' if the failure has no subject). */
  texts: ReadonlyMap<string, string>;
}

const alert = sharedValue<AlertContent | undefined>(undefined);

/**
 * Shows an alert. `about`: subject of the failure; alerts of other subjects with the same title stay. Returns false if
 * no page shows alerts.
 */
export function alertPage(title: string, text = '', about = ''): boolean {
  if (!alert.hasSubscribers()) return false;
  const others = about ? otherEntries(title, about) : [];
  alert.set({ title, texts: new Map([...others, [about, text]]) });
  return true;
}

/** Whether the alert already shows other subjects with the same title. */
export const hasOtherAlerts = (title: string, about: string): boolean => otherEntries(title, about).length > 0;

function otherEntries(title: string, about: string): [string, string][] {
  const { title: before, texts = [] } = alert.get() ?? {};
  return before === title ? [...texts].filter(([one]) => one !== '' && one !== about) : [];
}

/** Clears the alert; with `about`, only that subject. */
export function clearPageAlert(about?: string): void {
  const before = alert.get();
  if (!before) return;
  const others = about === undefined ? [] : otherEntries(before.title, about);
  alert.set(others.length > 0 ? { ...before, texts: new Map(others) } : undefined);
}

/** Renders the alert; placed under the title of every page. */
export function PageAlert() {
  const shown = alert.use(all);
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
