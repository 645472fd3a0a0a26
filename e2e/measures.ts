/** Measures a screen by looks.md: heights of controls, font weights, places of title and facts, width of forms, the head. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Controls with a measure of their own, with the reason. */
const exceptions = {
  '.tiptap, .mantine-RichTextEditor-toolbar': 'the editor of tiptap',
  'button[data-row]': 'classes in the calendar',
  'li > button:only-child': 'lines of a list',
  '[data-player]': 'the controls over a video',
  'table thead': 'headings that sort',
  '[role="tree"], [role="menu"], [role="listbox"]': 'lines and items',
  '[role="switch"], [type="checkbox"], [type="radio"]': 'ticks and switches',
  '[aria-controls="palette-choices"]': 'the field of the palette',
  '[role="status"] > h1': 'the title of a state in place of a page',
};

/** Distance from the top in px, except on phones. */
const tops = { title: 76, facts: 140 };

interface Measured {
  /** Elements that break a measure. */
  problems: string[];
  title?: number | undefined;
  facts?: number | undefined;
}

/** Measures what is visible. */
const measure = (page: Page): Promise<Measured> =>
  page.evaluate((skipped) => {
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 1;
    const all = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => isShown(one) && !one.closest(skipped));
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ?? (element.textContent?.trim() || element.outerHTML).slice(0, 60);
    const round = (length: number) => Math.round(length * 10) / 10;
    const heightOf = (element: Element) => round(element.getBoundingClientRect().height);
    const hasFrame = (element: Element) => {
      const { borderTopWidth, backgroundColor } = getComputedStyle(element);
      return borderTopWidth !== '0px' || !/^(rgba\(.*, 0\)|transparent)$/.test(backgroundColor);
    };
    /** The box that people see: the element, or the frame around it. */
    const boxOf = (element: Element): Element => {
      const { parentElement: parent } = element;
      return hasFrame(element) || !parent || parent.tagName === 'MAIN' ? element : boxOf(parent);
    };
    const wrong = (kind: string, elements: Element[], heights: readonly number[]) =>
      elements
        .filter((element) => !heights.includes(heightOf(element)))
        .map((element) => `${kind} of ${heightOf(element)} px: ${nameOf(element)}`);
    /** A button without a frame is a line of text that can be pressed. */
    const buttons = all('button, .mantine-Button-root').filter(
      (one) =>
        one.matches('.mantine-Button-root, .mantine-ActionIcon-root, .mantine-CloseButton-root') || hasFrame(one),
    );
    const inputs = all('input:not([type="file"], [type="range"]), select').map(boxOf);
    const weights = all('body *')
      .filter((one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()))
      .map((one) => [getComputedStyle(one).fontWeight, nameOf(one)] as const)
      .filter(([weight]) => !['400', '500', '600'].includes(weight));
    const primaries = all('[data-page-actions] [data-variant="filled"]').length;
    const edgesOf = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      return `${round(left)} to ${round(right)}`;
    };
    const column = document.querySelector('article [data-column]');
    const narrow = column
      ? all('[data-column] > :is(form, section, [data-save-bar])').filter((one) => edgesOf(one) !== edgesOf(column))
      : [];
    const top = (element: Element | undefined) =>
      element && scrollY === 0 && innerWidth > 767 ? Math.round(element.getBoundingClientRect().top) : undefined;
    // A form in the aside comes before the facts.
    const facts = top(all('article aside > section[aria-label="Facts"]:not(form ~ *)')[0]);
    return {
      problems: [
        ...wrong('button', buttons, [26, 32, 36]),
        ...wrong('input', inputs, [32, 36]),
        ...wrong('segments', all('.mantine-SegmentedControl-root'), [32]),
        ...weights.map(([weight, name]) => `weight ${weight}: ${name}`),
        ...narrow.map((one) => `width ${edgesOf(one)}: ${nameOf(one)}`),
        ...(primaries > 1 ? [`${primaries} primary actions`] : []),
      ],
      title: top(all('main h1')[0]),
      facts,
    };
  }, Object.keys(exceptions).join(', '));

/** Expects a screen in the shell at the measures. */
export async function expectMeasures(page: Page): Promise<void> {
  const { problems, ...places } = await measure(page);
  expect(problems).toEqual([]);
  for (const [name, top] of Object.entries(places))
    if (top !== undefined) expect(top, `top of ${name}`).toBe(tops[name as keyof typeof tops]);
}

/** Expects the menu of the head to end with what destroys, Delete last. */
export async function expectHeadMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'More actions', exact: true });
  if ((await menu.count()) === 0) return;
  await menu.click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const names = await items.evaluateAll((all) => all.map((item) => item.getAttribute('aria-label')));
  const at = names.indexOf('Delete');
  expect([-1, names.length - 1], names.join(', ')).toContain(at);
  await page.keyboard.press('Escape');
}
