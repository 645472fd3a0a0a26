/**
 * Writes into index.html which files each page needs, and which rows a list. The server inserts those of the requested
 * address, so that the browser loads them at once instead of one after another (server/src/platform/http/site.ts).
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { firstRows } from './first-rows.ts';

/** Page modules by a regular expression for their addresses; the fallback comes last. */
function pagesOf(source: string): (readonly [address: string, module: string])[] {
  const named = globSync(join(source, 'areas/*/pages.ts')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'(\/.*?)': page\(\(\) => import\('\.(\/.*?)'\)/g)].map(
      ([, path = '', module = '']) => [addressesOf(path), join(file, '..', module)] as const,
    ),
  );
  if (named.length === 0) throw new Error('No area names a page: what does pages.ts look like?');
  return [...named, [addressesOf('/home'), join(source, 'app/start-page.tsx')]];
}

/** `$id` is one path segment, `{-$tab}` one or none. */
const addressesOf = (path: string) => `^${path.replace(/\/\{-\$\w+\}/g, '(/[^/]+)?').replace(/\$\w+/g, '[^/]+')}/?$`;

/** Files of the chunk and of all its imports, imports first. */
function filesOf(
  chunk: Rolldown.OutputChunk,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
  found = new Set<string>(),
) {
  if (found.has(chunk.fileName)) return found;
  found.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = chunks.get(name);
    if (imported) filesOf(imported, chunks, found);
  }
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  return found;
}

const link = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

const rowsOf = (address: string) => `<meta name="rows" content="${address.replaceAll('&', '&amp;')}">`;

export const preload = (source: string): Plugin => ({
  name: 'preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const outputs = Object.values(bundle).filter((output) => output.type === 'chunk');
      const chunks = new Map(outputs.map((chunk) => [chunk.fileName, chunk]));
      const linksOf = (...modules: string[]) => {
        const files = modules.flatMap((module) => {
          const chunk = outputs.find(({ moduleIds }) => moduleIds.includes(module));
          if (!chunk) throw new Error(`${module} is in no chunk`);
          return [...filesOf(chunk, chunks)];
        });
        return [...new Set(files)].filter((file) => !html.includes(file)).map(link);
      };
      const start = join(source, 'app/start.tsx');
      const shell = join(source, 'app/shell.tsx');
      const pages: (readonly [address: string, links: string[]])[] = [];
      for (const [address, module] of pagesOf(source)) {
        const rows = (await firstRows(module)).map(rowsOf);
        pages.push([address, [...rows, ...linksOf(start, shell, module)]]);
      }
      const signIn = linksOf(start, join(source, 'areas/auth/sign-in-page.tsx'));
      const font = Object.values(bundle).find(({ fileName }) => /inter-latin-wght-normal.*woff2$/.test(fileName));
      if (!font) throw new Error('The font is in no file');
      const fontLink = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font.fileName}">`;
      // The largest files first; the font is needed last.
      return html
        .replace('<script type="module"', (script) => `<!--preload ${JSON.stringify({ signIn, pages })}-->${script}`)
        .replace('</head>', `${fontLink}</head>`);
    },
  },
});
