/** Builds the admin app. In development its calls go to the server at LECTERN_API (http://127.0.0.1:4000). */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const gzip = promisify(gzipCompress);
const brotli = promisify(brotliCompress);

const api = process.env['LECTERN_API'] ?? 'http://127.0.0.1:4000';
// Keeps the browser's host; otherwise the server treats the page as a foreign site.
const toServer = { target: api, changeOrigin: false };
/** Paths that the server serves itself. */
const served = ['/api', '/firestore', '/files', '/upload', '/mcp', '/oauth', '/.well-known'];
const devTenant = process.env['LECTERN_TENANT'] ?? 'coding';
const devBrands: Record<string, string> = { coding: 'Coding Studio', cyber: 'Cyber Studio', data: 'Data Studio' };

/** Values that the server fills in per host, for the development server. */
const placeholders: Plugin = {
  name: 'placeholders',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replaceAll('%TENANT%', devTenant)
      .replaceAll('%BRAND%', devBrands[devTenant] ?? devTenant)
      .replaceAll('%DEMO%', '1')
      .replaceAll('%OPENID%', '')
      .replaceAll('%NONCE%', '')
      .replaceAll('%SIZES%', '{}'),
};

/** Files for the code of every start, list and record page, which would otherwise be a hundred. */
const chunks = [
  { name: 'entry', tags: ['$initial' as const], priority: 5 },
  { name: 'react', test: /node_modules\/react(-dom)?\//, priority: 4 },
  { name: 'start', test: /app\/start\.tsx$/, priority: 3 },
  { name: 'routes', test: /app\/routes\.tsx$/, priority: 2 },
  {
    name: 'lists',
    // With rupiah.ts; otherwise it is in the file of record pages, and lists load that too.
    test: /app\/shell\.tsx$|kit\/list\/(record-)?list-page\.tsx$|kit\/(format|display)\/|contract\/src\/kernel\/rupiah\.ts$/,
    priority: 1,
  },
  { name: 'records', test: /kit\/record\/record-page\.tsx$/ },
];

/** Compresses files once at the highest level, so that the server only sends them. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir }) {
    const assets = join(dir ?? '', 'assets');
    const compress = async (name: string) => {
      const content = await readFile(join(assets, name));
      await writeFile(join(assets, `${name}.gz`), await gzip(content, { level: 9 }));
      await writeFile(
        join(assets, `${name}.br`),
        await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
    };
    await Promise.all((await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name)).map(compress));
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), placeholders, precompress],
  server: {
    port: 4160,
    strictPort: false,
    proxy: Object.fromEntries(served.map((path) => [path, toServer])),
  },
  // The export's worker loads its parts as modules.
  worker: { format: 'es' },
  // cssTarget keeps light-dark() unchanged; the compiler's replacement for older browsers would need color-scheme in
  // every file.
  build: {
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
});
