/** Captures the pictures of `npm run screens`: every screen at three widths, light and dark. */
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { screens } from './screens.ts';

const folder = process.env['SCREENS_FOLDER'] ?? '';
const widths = [
  [1440, 900],
  [1280, 800],
  [390, 844],
] as const;

for (const { name, show } of screens) {
  test(name, async ({ page, open, api }) => {
    await show({ page, open, api });
    // Hides times, which differ between runs.
    await page.addStyleTag({ content: 'time { visibility: hidden; }' });
    const phoneOnly = (page.viewportSize()?.width ?? 0) < 500;
    for (const [width, height] of widths) {
      if (phoneOnly && width > 500) continue;
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await page.screenshot({
          path: join(folder, `${name.replaceAll(' ', '-')}.${width}.${colorScheme}.png`),
          animations: 'disabled',
        });
      }
    }
  });
}
