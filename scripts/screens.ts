/**
 * `npm run screens`: pictures of every screen, dialog and state, into .cache/screens/now. `-- --against REF` also takes
 * those of another commit on this machine and lists the differences: .cache/screens/index.html shows them side by side.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { checkOut } from './lib/check-out.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.cache/screens');
/** Maximum difference per colour channel, of 255, because letters are not rendered identically. */
const tolerance = 24;
/** Number of differing pixels below which a difference is invisible. */
const unseen = 20;

const { against } = parseArgs({ options: { against: { type: 'string' } } }).values;
mkdirSync(folder, { recursive: true });
photograph(root, 'now');
if (against) {
  const source = join(folder, 'source');
  checkOut(against, source);
  photograph(source, 'before');
  await compare();
}

function run(cwd: string, args: string[], env: Record<string, string> = {}): void {
  execFileSync(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
}

/** Takes the pictures; a screen that cannot be shown has none, and the others are still taken. */
function photograph(source: string, name: string): void {
  const pictures = join(folder, name);
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures);
  run(source, ['node_modules/vite/bin/vite.js', 'build', '--config', 'admin/vite.config.ts', '--logLevel', 'warn']);
  const config = join(root, 'e2e/screens.config.ts');
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', config, '--reporter=line'];
  try {
    run(root, args, { SCREENS_ROOT: source, SCREENS_FOLDER: pictures, E2E_PORT: '4899' });
  } catch {
    console.error(`Some screens of "${name}" could not be shown.`);
  }
}

async function compare(): Promise<void> {
  const [now, before] = ['now', 'before'].map((name) => new Set(readdirSync(join(folder, name))));
  const all = [...new Set([...(now ?? []), ...(before ?? [])])].toSorted();
  const found: string[] = [];
  for (const file of all) {
    const differing = now?.has(file) && before?.has(file) ? await pixels(file) : Infinity;
    if (differing <= unseen) continue;
    const pair = ['before', 'now'].map((name) => `<td><img loading="lazy" width="700" src="${name}/${file}"></td>`);
    const how = Number.isFinite(differing) ? `${differing} pixels` : now?.has(file) ? 'new' : 'gone';
    console.log(`${file}: ${how}`);
    found.push(`<tr><th colspan="2">${file}: ${how}</th></tr><tr>${pair.join('')}</tr>`);
  }
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>Screens</title><table>${found.join('')}</table>`);
  console.log(`${found.length} of ${all.length} pictures differ: ${join(folder, 'index.html')}`);
}

async function pixels(file: string): Promise<number> {
  const [now, before] = await Promise.all(
    ['now', 'before'].map((name) =>
      sharp(join(folder, name, file))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  if (now?.info.width !== before?.info.width || now?.info.height !== before?.info.height) return Infinity;
  const [mine, theirs] = [now?.data ?? Buffer.alloc(0), before?.data ?? Buffer.alloc(0)];
  let count = 0;
  for (let at = 0; at < mine.length; at += 4) {
    const differs = [0, 1, 2].some((c) => Math.abs((mine[at + c] ?? 0) - (theirs[at + c] ?? 0)) > tolerance);
    if (differs) count += 1;
  }
  return count;
}
