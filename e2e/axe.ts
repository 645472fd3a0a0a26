/** Axe on a page that has come to rest. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Waits until animations have begun (150 ms) and ended, at most a second.
 */
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

/** Axe's violations as text, one a rule: its id and the elements. With `isColourAlone`, contrast only. */
export const violations = async (page: Page, isColourAlone = false): Promise<string[]> => {
  await settled(page);
  // Without frames there is nothing to collect on a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations: found } = await (
    isColourAlone ? axe.withRules(['color-contrast']) : axe.withTags(everyRule)
  ).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
};
