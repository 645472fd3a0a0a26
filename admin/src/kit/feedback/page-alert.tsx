/** A failure that takes more lines than a toast has: it stands under the page's title until the next attempt, or until it is closed. */
import { Alert } from '@mantine/core';
import { counted, listed } from '../format/formats.ts';
import { all, sharedValue } from '../shared-value.ts';
import classes from './page-alert.module.css';

interface Told {
  title: string;
  /** Whom it befell ('' is nobody in particular) → why. */
  texts: ReadonlyMap<string, string>;
}

const told = sharedValue<Told | undefined>(undefined);

/** `about`: whom it befell; what befell others stays beside it. False where no page has a place for it. */
export function alertPage(title: string, text = '', about = ''): boolean {
  if (!told.isDrawn()) return false;
  const others = about ? toldOfOthers(title, about) : [];
  told.set({ title, texts: new Map([...others, [about, text]]) });
  return true;
}

/** Whether it tells already of others whom the same befell. */
export const isAlertedOf = (title: string, about: string): boolean => toldOfOthers(title, about).length > 0;

function toldOfOthers(title: string, about: string): [string, string][] {
  const { title: before, texts = [] } = told.get() ?? {};
  return before === title ? [...texts].filter(([one]) => one !== '' && one !== about) : [];
}

/** `about`: what befell others stays. */
export function clearPageAlert(about?: string): void {
  const before = told.get();
  if (!before) return;
  const others = about === undefined ? [] : toldOfOthers(before.title, about);
  told.set(others.length > 0 ? { ...before, texts: new Map(others) } : undefined);
}

/** How many are named of those whom the same befell. */
const mostNamed = 3;

/** What is told, a line for each reason: whom it befell, and of more than three how many others. */
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
      onClose={() => clearPageAlert()}
    >
      {linesOf(shown.texts).map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  ) : null;
}
