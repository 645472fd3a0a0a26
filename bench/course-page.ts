/** Course of 300 items in Chromium: its page after a click on its row, and its curriculum after a click on the tab. */
import type { Page } from '@playwright/test';
import { median } from './measure.ts';
import { note } from './report.ts';
import { watchForm } from './tour.ts';

declare global {
  interface Window {
    treePaintedIn?: number | undefined;
  }
}

/** Records in the page how long after the next click the curriculum's lines are painted. */
function watchTree(): void {
  window.treePaintedIn = undefined;
  const begin = () => {
    const start = performance.now();
    const look = () =>
      document.querySelector('main [role="treeitem"]')
        ? requestAnimationFrame(() =>
            setTimeout(() => {
              window.treePaintedIn = performance.now() - start;
            }),
          )
        : requestAnimationFrame(look);
    look();
  };
  addEventListener('click', begin, { once: true, capture: true });
}

/** Clicks right after the pointer arrives, so that little was preloaded. `slug` finds the course in its list. */
export async function measureCoursePage(page: Page, url: string, slug: string): Promise<void> {
  const opened: number[] = [];
  const curricula: number[] = [];
  for (let turn = 0; turn < 8; turn++) {
    await page.goto(`${url}/course/flexy?search=${slug}`);
    const link = page.locator('tr[data-row] [data-row-link]').first();
    await link.waitFor();
    await page.waitForTimeout(300);
    await page.evaluate(watchForm, 'form input');
    await link.click();
    opened.push((await (await page.waitForFunction(() => window.formPaintedIn)).jsonValue()) ?? Number.NaN);
    await page.waitForTimeout(300);
    await page.evaluate(watchTree);
    await page
      .getByRole('navigation', { name: 'Tabs' })
      .getByRole('link', { name: /^Curriculum/ })
      .click();
    curricula.push((await (await page.waitForFunction(() => window.treePaintedIn)).jsonValue()) ?? Number.NaN);
  }
  note('a course of 300 items opened after the click, p50', median(opened), ' ms', { max: 300 });
  note('its curriculum after the click on the tab, p50', median(curricula), ' ms', { max: 300 });
}
