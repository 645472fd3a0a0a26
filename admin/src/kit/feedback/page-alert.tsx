/**
 * Alert for failures that are too long for a toast. Stays below the page title until the next attempt or until it is
 * closed.
 */
import { Alert } from '@mantine/core';
import { counted, listed } from '../format/formats.ts';
import { all } from '../shared-value.ts';
import { clearPageAlert, pageAlert } from './page-alerts.ts';
import classes from './page-alert.module.css';

/** Maximum number of subjects named for one reason. */
const maxNamed = 3;

/** Lines of the alert, one per reason: the subjects that failed for it, of more than three the first three and a count. */
export function linesOf(texts: ReadonlyMap<string, string>): string[] {
  const byReason = new Map<string, string[]>();
  for (const [about, text] of texts) {
    const reason = about && text.startsWith(`${about}: `) ? text.slice(about.length) : text;
    byReason.set(reason, [...(byReason.get(reason) ?? []), about]);
  }
  return [...byReason].map(([reason, names]) => {
    if (!reason.startsWith(': ')) return reason;
    const others = names.length - maxNamed;
    return `${listed(others > 0 ? [...names.slice(0, maxNamed), counted(others, 'other', 'others')] : names)}${reason}`;
  });
}

/** Renders the alert; placed under the title of every page. */
export function PageAlert() {
  const shown = pageAlert.use(all);
  return shown ? (
    <Alert
      classNames={{ root: classes['alert'] ?? '', closeButton: classes['close'] ?? '' }}
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
