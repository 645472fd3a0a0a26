/** Content of the page alert (page-alert.tsx). Separate from its component, so that it can be set before that is loaded. */
import { sharedValue } from '../shared-value.ts';

interface AlertContent {
  title: string;
  /** Reason by subject ('' if the failure has no subject). */
  texts: ReadonlyMap<string, string>;
}

/** undefined: no alert is shown. */
export const pageAlert = sharedValue<AlertContent | undefined>(undefined);

/**
 * Shows an alert. `about`: subject of the failure; alerts of other subjects with the same title stay. Returns false if
 * no page shows alerts.
 */
export function showPageAlert(title: string, text = '', about = ''): boolean {
  if (!pageAlert.hasSubscribers()) return false;
  const others = about ? otherEntries(title, about) : [];
  pageAlert.set({ title, texts: new Map([...others, [about, text]]) });
  return true;
}

/** Whether the alert already shows other subjects with the same title. */
export const hasOtherAlerts = (title: string, about: string): boolean => otherEntries(title, about).length > 0;

function otherEntries(title: string, about: string): [string, string][] {
  const { title: before, texts = [] } = pageAlert.get() ?? {};
  return before === title ? [...texts].filter(([one]) => one !== '' && one !== about) : [];
}

/** Clears the alert; with `about`, only that subject. */
export function clearPageAlert(about?: string): void {
  const before = pageAlert.get();
  if (!before) return;
  const others = about === undefined ? [] : otherEntries(before.title, about);
  pageAlert.set(others.length > 0 ? { ...before, texts: new Map(others) } : undefined);
}
