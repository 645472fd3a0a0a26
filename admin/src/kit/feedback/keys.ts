/** Keys, as this machine names them. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export const commandKey = isApple ? '⌘' : 'Ctrl ';

/** True where a letter key types text, so that it is no shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  return at.isContentEditable || at.matches('input:not([type="checkbox"]), textarea, select');
}
