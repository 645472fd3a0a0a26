/**
 * Whoever presses a key that opens something goes on typing before it is drawn. What they type would reach the page
 * below, where letters and digits are keys of their own; here it waits for the field.
 */
import { isTyping } from './keys.ts';

/** Longer than code takes to load on a slow line; a dialog that does not come must not keep the keyboard. */
const mostMs = 3000;

let stop: (() => void) | undefined;

/** A key that no person pressed submits no form by itself. */
function enter(field: HTMLInputElement | HTMLTextAreaElement): void {
  const isUnheard = field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
  if (isUnheard && field instanceof HTMLInputElement) field.form?.requestSubmit();
}

/** Keeps what is typed from now on for the first field that takes the focus. Escape gives it up. */
export function typeAhead(): void {
  stop?.();
  const over = new AbortController();
  const { signal } = over;
  let typed = '';
  let isEntered = false;
  const end = () => over.abort();
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end();
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return;
    if (event.key === 'Enter') isEntered = true;
    else if (event.key.length === 1) typed += event.key;
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
    end();
    // As if it were typed: React hears of it, and the browser's undo takes it back.
    if (typed) document.execCommand('insertText', false, typed);
    // Once that is drawn.
    if (isEntered) setTimeout(() => enter(target));
  };
  window.addEventListener('keydown', onKey, { capture: true, signal });
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('pointerdown', end, { capture: true, signal });
  const timer = setTimeout(end, mostMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  stop = end;
}
