/** Tests that the page settings come from the served HTML, not from constants (domain.md). */
import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../testing/fake-browser.ts';

afterEach(() => vi.unstubAllGlobals());

test('the page size comes from the HTML', async () => {
  const { document } = fakeBrowser();
  Object.assign(document.documentElement.dataset, { sizes: '{"PAGE_SIZE":7,"ASSIGN_PAGE_SIZE":9}' });
  await import('./tenant.ts');
  const { assignSize, listSize } = await import('#contract/kernel/page-size.ts');
  expect([listSize(), listSize(2), assignSize(), assignSize(2)].map((size) => size())).toEqual([7, 14, 9, 18]);
});

test('the page size is five when the HTML does not say', async () => {
  fakeBrowser();
  await import('./tenant.ts');
  const { assignSize, listSize } = await import('#contract/kernel/page-size.ts');
  expect([listSize(), assignSize()].map((size) => size())).toEqual([5, 5]);
});
