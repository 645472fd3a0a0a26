/** Measures a page's weight by the files that it loads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

const dist = join(import.meta.dirname, '../admin/dist');

/**
 * Kilobytes (1,000 bytes) of gzipped JavaScript that the page loads during `meanwhile`, measured on the built files.
 */
export async function scriptsOf(page: Page, meanwhile: () => Promise<unknown>): Promise<number> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await meanwhile();
  return (
    [...scripts].reduce((sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length, 0) / 1000
  );
}
