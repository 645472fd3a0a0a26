/** What the alert of a page tells (page-alert.tsx): any code may, also where the alert is not loaded. */
import { sharedValue } from '../shared-value.ts';

interface Told {
  title: string;
  /** Whom it befell ('' is nobody in particular) → why. */
  texts: ReadonlyMap<string, string>;
}

/** Nothing: no alert is shown. */
export const pageAlert = sharedValue<Told | undefined>(undefined);

/** `about`: whom it befell; what befell others stays beside it. False where no page has a place for it. */
export function alertPage(title: string, text = '', about = ''): boolean {
  if (!pageAlert.isDrawn()) return false;
  const others = about ? toldOfOthers(title, about) : [];
  pageAlert.set({ title, texts: new Map([...others, [about, text]]) });
  return true;
}

/** Whether it tells already of others whom the same befell. */
export const isAlertedOf = (title: string, about: string): boolean => toldOfOthers(title, about).length > 0;

function toldOfOthers(title: string, about: string): [string, string][] {
  const { title: before, texts = [] } = pageAlert.get() ?? {};
  return before === title ? [...texts].filter(([one]) => one !== '' && one !== about) : [];
}

/** `about`: what befell others stays. */
export function clearPageAlert(about?: string): void {
  const before = pageAlert.get();
  if (!before) return;
  const others = about === undefined ? [] : toldOfOthers(before.title, about);
  pageAlert.set(others.length > 0 ? { ...before, texts: new Map(others) } : undefined);
}
