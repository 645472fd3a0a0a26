/**
 * Buffers keys typed before a field that a shortcut opens is mounted. Otherwise they would trigger shortcuts of the
 * page below.
 */
import { isTyping } from './keys.ts';

/** Longer than code takes to load on a slow line; releases the keyboard if no field appears. */
const timeoutMs = 3000;

let stop: (() => void) | undefined;

/** A synthetic Enter does not submit a form, so it is submitted explicitly. */
function pressEnter(field: HTMLInputElement | HTMLTextAreaElement): void {
  const isUnhandled = field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
  if (isUnhandled && field instanceof HTMLInputElement) field.form?.requestSubmit();
}

/** Buffers typed keys for the next field that receives the focus. Escape cancels. */
export function typeAhead(): void {
  stop?.();
  const controller = new AbortController();
  const { signal } = controller;
  let typed = '';
  let isEntered = false;
  const end = () => controller.abort();
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
    // Inserted like typed text, so that React and the browser's undo notice it.
    if (typed) document.execCommand('insertText', false, typed);
    // Runs after the inserted text is rendered.
    if (isEntered) setTimeout(() => pressEnter(target));
  };
  window.addEventListener('keydown', onKey, { capture: true, signal });
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('pointerdown', end, { capture: true, signal });
  const timer = setTimeout(end, timeoutMs);
  signal.addEventListener('abort', () => clearTimeout(timer));
  stop = end;
}
