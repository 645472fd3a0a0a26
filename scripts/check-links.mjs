/**
 * Part of `npm run check`: relative links and images of the documentation lead to an existing file and heading, and
 * every picture in docs/screenshots and docs/guide/pictures is on a page.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesUnder, read, root } from './lib/files.mjs';

const block = /^```[\s\S]*?^```/gm;

/**
 * Relative links of a Markdown page, including images; links to other sites are omitted.
 * @param {string} markdown
 * @returns {{ path: string, anchor: string }[]}
 */
export const linksOf = (markdown) =>
  [
    ...markdown
      .replaceAll(block, '')
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { path, anchor };
    });

/**
 * Anchors of a page's headings, named as GitHub does.
 * @param {string} markdown
 * @returns {string[]}
 */
export const anchorsOf = (markdown) =>
  [...markdown.replaceAll(block, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Faults of the documentation. */
function faults() {
  const docs = filesUnder('docs');
  const pages = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'GLOSSARY.md',
    ...docs.filter((file) => file.endsWith('.md')),
  ];
  const links = pages.flatMap((page) =>
    linksOf(read(page)).map((link) => ({
      ...link,
      page,
      file: link.path === '' ? page : join(dirname(page), link.path),
    })),
  );
  if (links.length === 0) throw new Error('No link was checked.');
  const linked = new Set(links.map(({ file }) => file));
  return [
    ...links
      .filter(
        ({ file, anchor }) => !existsSync(join(root, file)) || (anchor && !anchorsOf(read(file)).includes(anchor)),
      )
      .map(({ page, path, anchor }) => `${page} links to ${path}${anchor && `#${anchor}`}, which does not exist.`),
    ...docs
      .filter((file) => /^docs\/(screenshots|guide\/pictures)\//.test(file) && !linked.has(file))
      .map((picture) => `${picture} is shown on no page.`),
  ];
}

if (import.meta.main) {
  for (const fault of faults()) {
    console.error(fault);
    process.exitCode = 1;
  }
}
