/**
 * Restores the focus after the focused element was disabled or removed, so that it does not fall back to the start of
 * the document. A disabled element gets the focus back when it is enabled; a removed one passes it to the nearest
 * focusable element. Focuses a new element in the event that renders it.
 */
import { flushSync } from 'react-dom';

/**
 * Ancestors of an element with the child index of each step. Recorded on focus, because a removed element has lost its
 * position.
 */
type Path = readonly (readonly [parent: Element, index: number])[];

const paths = new WeakMap<Element, Path>();
/** Overlays that close with a choice or Escape. */
const overlays = '[role="menu"], [role="dialog"].mantine-Popover-dropdown';
/** Modal dialogs lead back to their opener only once they are gone. */
const modals = '[role="dialog"]';
/** Element that had the focus before it entered an overlay. Needed because Mantine's focus trap runs on a timer. */
const openers = new WeakMap<Element, HTMLElement>();
let latest: HTMLElement | undefined;

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const focusable = 'a[href], button:enabled, input[type="checkbox"]:enabled, [tabindex="0"]';
/** Boundaries of the search; content outside them is unrelated. */
const boundaries = 'section[aria-label], [role="dialog"], #main';

/** Delays that let the next render, and other code that moves the focus, come first. */
const renderMs = 50;
const settledMs = 100;

function pathOf(element: Element): Path {
  const { parentElement: parent } = element;
  return parent ? [[parent, [...parent.children].indexOf(element)], ...pathOf(parent)] : [];
}

/** Nearest focusable element: after the position, else before it. */
function nearest(parent: Element, index: number): HTMLElement | undefined {
  const children = [...parent.children];
  for (const child of [...children.slice(index), ...children.slice(0, index).toReversed()]) {
    const candidate = child.matches(focusable) ? child : child.querySelector(focusable);
    if (candidate instanceof HTMLElement && candidate.checkVisibility()) return candidate;
  }
  return undefined;
}

const isVisible = (element: HTMLElement | undefined) => element?.isConnected && element.checkVisibility();

function replacementOf(gone: Element): HTMLElement | undefined {
  const around = [gone, ...(paths.get(gone) ?? []).map(([parent]) => parent)];
  const left = around.filter((element) => element.matches(overlays) || !element.isConnected);
  const opener = left.map((element) => openers.get(element)).find((found) => found !== undefined);
  // A dialog may have been opened from a menu, which is gone too.
  if (opener) return isVisible(opener) ? opener : replacementOf(opener);
  for (const [parent, index] of paths.get(gone) ?? []) {
    if (!parent.isConnected || !(parent instanceof HTMLElement)) continue;
    if (parent.matches(boundaries)) {
      if (!parent.hasAttribute('tabindex')) parent.tabIndex = -1;
      return parent;
    }
    const candidate = nearest(parent, index);
    if (candidate) return candidate;
  }
  return document.querySelector<HTMLElement>('#main') ?? undefined;
}

function restoreFocus(): void {
  if (!latest || !isLost()) return;
  if (!latest.isConnected) replacementOf(latest)?.focus({ preventScroll: true });
  else if (latest.matches(':disabled')) disabledElement = latest;
  else latest.focus({ preventScroll: true });
}

/** Element that was disabled while it had the focus. */
let disabledElement: HTMLElement | undefined;
let settleTimer: ReturnType<typeof setTimeout> | undefined;
/** Number of running operations that set the focus themselves (`runThenFocus`). */
let runningCount = 0;

function onMutation(): void {
  // A disabled element keeps the focus until the next frame.
  if (latest?.matches(':disabled')) disabledElement = latest;
  if (!latest || !isLost()) return;
  if (!latest.isConnected) {
    clearTimeout(settleTimer);
    if (runningCount === 0) settleTimer = setTimeout(restoreFocus, settledMs);
  } else if (disabledElement === latest) restoreFocus();
}

document.addEventListener('focusin', ({ target, relatedTarget }) => {
  if (!(target instanceof HTMLElement)) return;
  const overlay = target.closest(overlays) ?? target.closest(modals);
  const isKnown = overlay?.matches(`${modals}:not(${overlays})`) && openers.has(overlay);
  if (overlay && !isKnown && relatedTarget instanceof HTMLElement && !overlay.contains(relatedTarget))
    openers.set(overlay, relatedTarget);
  latest = target;
  disabledElement = undefined;
  paths.set(target, pathOf(target));
});
/** Don't restore focus after a click outside. */
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (relatedTarget || !(target instanceof Element) || target.matches(':disabled')) return;
  setTimeout(() => {
    if (target === latest && isLost() && latest?.isConnected && disabledElement !== latest) latest = undefined;
  });
});
document.addEventListener(
  'pointerdown',
  () => {
    if (isLost()) latest = undefined;
  },
  true,
);
new MutationObserver(onMutation).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });

/** Focuses an element after the next render, unless the person has focused another one meanwhile. */
export function focusAfterRender(find: () => HTMLElement | null | undefined, from = latest): void {
  setTimeout(() => {
    if (isLost() || document.activeElement === from) find()?.focus({ preventScroll: true });
  }, renderMs);
}

/**
 * Runs work that may remove the element that started it. On success the focus goes to the element that `find` returns.
 */
export async function runThenFocus(
  work: () => Promise<boolean>,
  find: () => HTMLElement | null | undefined,
): Promise<boolean> {
  const from = latest;
  let isDone = false;
  runningCount += 1;
  try {
    isDone = await work();
  } finally {
    runningCount -= 1;
    if (isDone) focusAfterRender(find, from);
    else onMutation();
  }
  return isDone;
}

/** Element that last had the focus, even if it was disabled since. */
export const lastFocused = (): HTMLElement | undefined => latest;

/** Restores the focus to an element once possible, or to the nearest one if it was removed. */
export function returnFocus(element: HTMLElement | undefined): void {
  if (!isLost()) return;
  latest = element ?? document.querySelector<HTMLElement>('#main') ?? undefined;
  restoreFocus();
}

/**
 * Renders `change` synchronously, then focuses the element that `find` returns, so that keys typed right away are not
 * lost. Only for event handlers.
 */
export function renderAndFocus(change: () => void, find: () => HTMLElement | null | undefined): void {
  flushSync(change);
  find()?.focus();
}
