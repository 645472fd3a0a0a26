/**
 * Part of `npm run check`: relative links and images of the documentation lead to an existing file and heading, and
 * every picture in docs/screenshots and docs/guide/pictures is on a page.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesUnder, read, root } from './lib/files.mjs';
import { anchorsOf, linksOf } from './lib/links.mjs';

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'GLOSSARY.md',
  ...filesUnder('docs').filter((file) => file.endsWith('.md')),
];
const linked = new Set();
for (const page of pages)
  for (const { path, anchor } of linksOf(read(page))) {
    const file = path === '' ? page : join(dirname(page), path);
    linked.add(file);
    const isThere = existsSync(join(root, file));
    if (isThere && (!anchor || anchorsOf(read(file)).has(anchor))) continue;
    console.error(
      `${page} links to ${path}${anchor && `#${anchor}`}, which ${isThere ? 'has no such heading' : 'does not exist'}.`,
    );
    process.exitCode = 1;
  }

for (const picture of [...filesUnder('docs/screenshots'), ...filesUnder('docs/guide/pictures')]) {
  if (linked.has(picture)) continue;
  console.error(`${picture} is shown on no page.`);
  process.exitCode = 1;
}
if (linked.size === 0) throw new Error('No link was checked.');
