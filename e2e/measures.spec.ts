/** Tests some screens for the measures of looks.md, and the heads of records; measures.system.spec.ts tests all. */
import { test } from './fixtures.ts';
import { expectHeadMenu, expectMeasures } from './measures.ts';
import { screens } from './screens.ts';

const checked = new Set([
  'users',
  'orders, selected',
  'sales',
  'questions of a quiz',
  'conflicts',
  'user',
  'fast-track course',
  'learning path',
  'voucher',
  'product',
  'submission',
  'order',
]);

for (const { name, show } of screens.filter((screen) => checked.has(screen.name)))
  test(`${name} has controls, weights and places by the measures, and Delete last in the menu of its head`, async ({
    page,
    open,
    api,
  }) => {
    await show({ page, open, api });
    await expectMeasures(page);
    await expectHeadMenu(page);
  });
