/** Tests that every screen keeps the measures of looks.md, and the head its form. */
import { test } from './fixtures.ts';
import { expectHeadMenu, expectMeasures } from './measures.ts';
import { screens } from './screens.ts';

/** Pages outside the shell, for people who are not signed in. */
const outside = new Set([
  'sign-in',
  'a certificate for who holds one',
  'a revoked certificate',
  'a certificate that there is none of',
]);

for (const { name, show } of screens.filter((screen) => !outside.has(screen.name)))
  test(`${name} keeps the measures`, async ({ page, open, api }) => {
    await show({ page, open, api });
    await expectMeasures(page);
    if ((await page.getByRole('dialog').count()) === 0) await expectHeadMenu(page);
  });
