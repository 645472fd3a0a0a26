/**
 * Alert for failures that are too long for a toast. Stays below the page title until the next attempt or until it is
 * closed.
 */
import { Alert } from '@mantine/core';
import { counted, listed } from '../format/formats.ts';
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

/** Maximum number of subjects named for one reason. */
const mostNamed = 3;

/** Lines of the alert, one per reason: the subjects that failed for it, of more than three the first three and a count. */
export function linesOf(texts: ReadonlyMap<string, string>): string[] {
  const byReason = new Map<string, string[]>();
  for (const [about, text] of texts) {
    const reason = about && text.startsWith(`${about}: `) ? text.slice(about.length) : text;
    byReason.set(reason, [...(byReason.get(reason) ?? []), about]);
  }
  return [...byReason].map(([reason, names]) => {
    if (!reason.startsWith(': ')) return reason;
    const others = names.length - mostNamed;
    return `${listed(others > 0 ? [...names.slice(0, mostNamed), counted(others, 'other', 'others')] : names)}${reason}`;
  });
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
      {linesOf(shown.texts).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  ) : null;
}
