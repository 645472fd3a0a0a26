/**
 * `npm run screenshots`: takes the pictures of the README and the guides from the demo in a real browser. `-- home
 * orders` takes only those whose file name contains one of the words.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { buildAdmin } from './lib/build.mjs';

const root = join(import.meta.dirname, '..');
const taken = join(root, '.cache/screenshots');
const names = process.argv.slice(2);

rmSync(taken, { recursive: true, force: true });
await buildAdmin();
const only = names.length > 0 ? ['--grep', `docs/.*(${names.join('|')})`] : [];
const args = ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/screenshots.config.ts', '--reporter=line'];
try {
  const env = { E2E_PORT: '4899', ...process.env, SCREENSHOTS_FOLDER: taken };
  execFileSync(process.execPath, [...args, ...only], { cwd: root, stdio: 'inherit', env });
} catch {
  console.error('Not every picture could be taken; the others are kept.');
  process.exitCode = 1;
}
let bytes = 0;
const files = readdirSync(taken, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.png'));
for (const file of files) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  // 256 colours are enough for these screens and reduce the file to a third.
  const { size } = await sharp(join(taken, file))
    .png({ palette: true, quality: 80, effort: 10 })
    .toFile(join(root, file));
  bytes += size;
}
console.log(`${files.length} pictures, ${Math.round(bytes / 1024)} kB`);
