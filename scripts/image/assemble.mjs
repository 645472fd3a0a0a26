/**
 * `node scripts/image/assemble.mjs FOLDER`, run by the Dockerfile: the files of the image. Packages that only the admin
 * app is built from, and libraries that no program loads, stay behind.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesUnder, read, root } from '../lib/files.mjs';

const target = process.argv[2] ?? '';
/** Identity of the Dockerfile's USER. */
const user = 10_001;

/**
 * @typedef {Record<string, string>} Names
 * @typedef {{ dependencies?: Names, optionalDependencies?: Names, peerDependencies?: Names, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Package
 * @type {{ packages: Record<string, Package> }}
 */
const { packages } = JSON.parse(read('node_modules/.package-lock.json'));

/** @type {(from: string, to?: string) => void} */
const copy = (from, to = from) => cpSync(from, join(target, to), { recursive: true, dereference: true });

/** Names of packages in import statements; other matches are no packages. */
function importedPackages() {
  const sources = ['contract/src', 'server/src']
    .flatMap((folder) => filesUnder(folder))
    .filter((file) => /^(?!.*(\.test\.|\/testing\/|\/tests\/)).*\.ts$/.test(file));
  return sources.flatMap((file) =>
    [...read(file).matchAll(/(?:from|import|import\(|require\()\s*'((?:@[\w.-]+\/)?[\w.-]+)/g)].map(
      ([, name = '']) => name,
    ),
  );
}

/**
 * Folder of a package as Node finds it from another one.
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function folderOf(name, from) {
  const folder = join(from, 'node_modules', name);
  if (packages[folder]) return folder;
  const outer = from.lastIndexOf('/node_modules/');
  return from === '' ? undefined : folderOf(name, outer === -1 ? '' : from.slice(0, outer));
}

/**
 * @param {string} name
 * @param {string} from
 * @param {Set<string>} found
 */
function collect(name, from, found) {
  const folder = folderOf(name, from);
  if (!folder || found.has(folder)) return;
  found.add(folder);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder] ?? {};
  const peers = Object.keys({ ...peerDependencies }).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
  for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    collect(next, folder, found);
}

/** @type {Set<string>} */
const needed = new Set();
for (const name of importedPackages()) collect(name, '', needed);

process.chdir(root);
for (const folder of needed)
  if (existsSync(folder))
    cpSync(folder, join(target, 'app', folder), {
      recursive: true,
      filter: (file) => !file.slice(folder.length).includes('/node_modules') && !/\.(map|d\.[cm]?ts)$/.test(file),
    });
for (const part of ['package.json', 'contract/src', 'server/src', 'docs/guide', 'admin/dist', 'scripts/image'])
  copy(part, join('app', part));

const programs = {
  node: process.execPath,
  ffmpeg: '/usr/bin/ffmpeg',
  ffprobe: '/usr/bin/ffprobe',
};
for (const [name, file] of Object.entries(programs)) copy(file, `usr/bin/${name}`);
// Addons of packages are loaded by name, and link to libraries as well.
const addons = [...needed].flatMap((folder) => filesUnder(folder)).filter((file) => /\.node$|\.so[.\d]*$/.test(file));
const linked = execFileSync('ldd', [...Object.values(programs), ...addons], { encoding: 'utf8' });
for (const file of new Set(linked.match(/(?<=\t|=> )\/(usr\/)?lib(64)?\/\S+(?= \(0x)/g)))
  copy(realpathSync(file), file);
for (const file of ['/etc/ssl/certs/ca-certificates.crt', '/etc/nsswitch.conf']) if (existsSync(file)) copy(file);
for (const folder of ['data', 'tmp']) {
  mkdirSync(join(target, folder));
  chownSync(join(target, folder), user, user);
  chmodSync(join(target, folder), folder === 'tmp' ? 0o1777 : 0o700);
}
console.log(`${needed.size} packages, ${readdirSync(dirname(join(target, 'usr/bin/node'))).join(', ')}`);
