/** Keyboard helpers and the platform's name of the command key. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const commandKey = isApple ? '⌘' : 'Ctrl ';

/** Whether a key event types text, so that it must not trigger a shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  return at.isContentEditable || at.matches('input:not([type="checkbox"]), textarea, select');
}
