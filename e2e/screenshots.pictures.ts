/** Captures the pictures of `npm run screenshots`: those of the README and of the guides. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { guidePictures } from './guide-pictures.ts';
import type { Picture } from './picture.ts';
import { readmePictures } from './readme-pictures.ts';

const folder = process.env['SCREENSHOTS_FOLDER'] ?? '';
/** Margin around the captured element, in pixels. */
const margin = 16;

async function clipOf(page: Page, { clip }: Picture) {
  const box = await clip?.(page).boundingBox();
  if (!box) return undefined;
  const [x, y] = [Math.max(0, box.x - margin), Math.max(0, box.y - margin)];
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  return {
    x,
    y,
    width: Math.min(size.width, box.x + box.width + margin) - x,
    height: Math.min(size.height, box.y + box.height + margin) - y,
  };
}

for (const picture of [...readmePictures, ...guidePictures]) {
  const { file, role = 'admin', tenant = 'coding', isDark = false, show } = picture;
  test(file, async ({ page, open, api }) => {
    const colorScheme = isDark ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await show({
      page,
      open: (path, who) => open(path, { role, tenant, ...who }),
      // An admin may have to prepare the content of a picture.
      api: (as = 'admin', of = tenant) => api(as, of),
    });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(async () => {
      await document.fonts.ready;
      return [...document.images].every(({ complete }) => complete);
    });
    const clip = await clipOf(page, picture);
    await page.screenshot({ path: join(folder, file), animations: 'disabled', ...(clip && { clip }) });
  });
}
