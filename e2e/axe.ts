/** Tests pages with axe, without running animations. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

/** Waits until animations have started (150 ms) and ended, at most a second. */
const settled = async (page: Page) => {
  await page.waitForTimeout(150);
  await page.evaluate(async () => {
    const ended = Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    await Promise.race([
      ended,
      new Promise((resolve) => {
        setTimeout(resolve, 1000);
      }),
    ]);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  });
};

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Details of what passes, and style sheets that only an experimental rule needs, take a third of axe's time. */
const onlyViolations = { resultTypes: ['violations' as const], preload: { assets: ['media'] } };

/** Targets that are too small in the middle of the window too, where no bar at its edge covers a part of them. */
async function keepSmall<Node extends { target: unknown[] }>(page: Page, nodes: readonly Node[]): Promise<Node[]> {
  const small: Node[] = [];
  for (const node of nodes) {
    const target = String(node.target[0]);
    await page.locator(target).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { violations: found } = await new AxeBuilder({ page }).include(target).withRules(['target-size']).analyze();
    if (found.length > 0) small.push(node);
  }
  return small;
}

/**
 * Violations found by axe as text, one per rule: its id and the elements. With `contrastOnly`, only contrast is
 * checked.
 */
export const violations = async (page: Page, contrastOnly = false): Promise<string[]> => {
  await settled(page);
  // Legacy mode: the page has no frames whose results would have to be merged.
  const axe = new AxeBuilder({ page }).options({ ...onlyViolations }).setLegacyMode();
  const { violations: axeViolations } = await (
    contrastOnly ? axe.withRules(['color-contrast']) : axe.withTags(everyRule)
  ).analyze();
  const small = axeViolations.find(({ id }) => id === 'target-size');
  if (small) small.nodes = await keepSmall(page, small.nodes);
  return axeViolations
    .filter(({ nodes }) => nodes.length > 0)
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 400)).join(' | ')}`);
};

/** Tests a complete screen with axe. `route` is its path in the route table; each has such a test in the gate. */
export async function expectAccessible(page: Page, route: string): Promise<void> {
  const path = route.replace('/{-$tab}', '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+').replace('$', '.+');
  await expect(page).toHaveURL(({ pathname }) => new RegExp(`^${path}$`).test(pathname));
  expect(await violations(page), route).toEqual([]);
}
