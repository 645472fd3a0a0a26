/**
 * What acts may be disabled while it does, or be gone afterwards: the focus must not fall to the page's beginning. Kept
 * for all that is drawn: who was on something has it again when it is enabled, or is on what stands nearest to its place.
 */

/** From an element upwards: whose how-manieth child leads to it. What is removed no longer tells where it was. */
type Trail = readonly (readonly [parent: Element, index: number])[];

const trails = new WeakMap<Element, Trail>();
/** What floats over the page and goes with a choice or Escape. */
const floats = '[role="menu"], [role="dialog"].mantine-Popover-dropdown';
/** From where the focus came into it: Mantine's trap takes it by a timer, also into what was closed before that ran. */
const openers = new WeakMap<Element, HTMLElement>();
let latest: HTMLElement | undefined;

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const takesFocus = 'a[href], button:enabled, input[type="checkbox"]:enabled, [tabindex="0"]';
/** Where the way up ends: beyond it other work begins. */
const ends = 'section[aria-label], [role="dialog"], #main';

/** For a wait that follows what is drawn next, and what other code chooses then. */
const drawnMs = 50;
const settledMs = 100;

function trailOf(element: Element): Trail {
  const { parentElement: parent } = element;
  return parent ? [[parent, [...parent.children].indexOf(element)], ...trailOf(parent)] : [];
}

/** What follows the place, else what stands before it. */
function nearest(parent: Element, index: number): HTMLElement | undefined {
  const children = [...parent.children];
  for (const child of [...children.slice(index), ...children.slice(0, index).toReversed()]) {
    const found = child.matches(takesFocus) ? child : child.querySelector(takesFocus);
    if (found instanceof HTMLElement && found.checkVisibility()) return found;
  }
  return undefined;
}

const isThere = (element: HTMLElement | undefined) => element?.isConnected && element.checkVisibility();

function besides(gone: Element): HTMLElement | undefined {
  const around = [gone, ...(trails.get(gone) ?? []).map(([parent]) => parent)];
  const opener = around.map((element) => openers.get(element)).find(isThere);
  if (opener) return opener;
  for (const [parent, index] of trails.get(gone) ?? []) {
    if (!parent.isConnected || !(parent instanceof HTMLElement)) continue;
    if (parent.matches(ends)) {
      if (!parent.hasAttribute('tabindex')) parent.tabIndex = -1;
      return parent;
    }
    const found = nearest(parent, index);
    if (found) return found;
  }
  return document.querySelector<HTMLElement>('#main') ?? undefined;
}

function giveBack(): void {
  if (!latest || !isLost()) return;
  if (!latest.isConnected) besides(latest)?.focus({ preventScroll: true });
  else if (latest.matches(':disabled')) waitsFor = latest;
  else latest.focus({ preventScroll: true });
}

/** Was on it when it was disabled. */
let waitsFor: HTMLElement | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
/** How much work is under way of which it is said where the focus goes after it. */
let working = 0;

function onDrawn(): void {
  // What was disabled has the focus until the next frame.
  if (latest?.matches(':disabled')) waitsFor = latest;
  if (!latest || !isLost()) return;
  if (!latest.isConnected) {
    clearTimeout(settling);
    if (working === 0) settling = setTimeout(giveBack, settledMs);
  } else if (waitsFor === latest) giveBack();
}

document.addEventListener('focusin', ({ target, relatedTarget }) => {
  if (!(target instanceof HTMLElement)) return;
  const float = target.closest(floats);
  if (float && relatedTarget instanceof HTMLElement && !float.contains(relatedTarget))
    openers.set(float, relatedTarget);
  latest = target;
  waitsFor = undefined;
  trails.set(target, trailOf(target));
});
/** Who leaves it for nothing, by a click beside it, say, is not led back. */
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (relatedTarget || !(target instanceof Element) || target.matches(':disabled')) return;
  setTimeout(() => {
    if (target === latest && isLost() && latest?.isConnected && waitsFor !== latest) latest = undefined;
  });
});
document.addEventListener(
  'pointerdown',
  () => {
    if (isLost()) latest = undefined;
  },
  true,
);
new MutationObserver(onDrawn).observe(document, { subtree: true, childList: true, attributeFilter: ['disabled'] });

/** Once what comes next is drawn: gives the focus to an element, unless the person has gone on to another meanwhile. */
export function keepFocus(find: () => HTMLElement | null | undefined, from = latest): void {
  setTimeout(() => {
    if (isLost() || document.activeElement === from) find()?.focus({ preventScroll: true });
  }, drawnMs);
}

/** Work that may take away what began it. Where it was done, the focus goes to what `find` finds, however long it took. */
export async function thenFocus(
  work: () => Promise<boolean>,
  find: () => HTMLElement | null | undefined,
): Promise<boolean> {
  const from = latest;
  let isDone = false;
  working += 1;
  try {
    isDone = await work();
  } finally {
    working -= 1;
    if (isDone) keepFocus(find, from);
    else onDrawn();
  }
  return isDone;
}

/** What had the focus last, also when it was disabled since. */
export const lastFocused = (): HTMLElement | undefined => latest;

/** Gives the focus back as soon as it can be taken; to what stands near where the element is gone. */
export function focusAgain(element: HTMLElement | undefined): void {
  if (!isLost()) return;
  latest = element ?? document.querySelector<HTMLElement>('#main') ?? undefined;
  giveBack();
}
