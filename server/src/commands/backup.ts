/**
 * `npm run backup -- --to FILE` writes all data into one file while the server runs; `--verify FILE` tests that a file
 * can be restored; `--new-key FILE` creates a key.
 */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeArchive } from '#platform/backup/archive.ts';
import { namesFolder, openDestination, rotate } from '#platform/backup/destination.ts';
import { dump } from '#platform/backup/dump.ts';
import { explain } from '#platform/backup/explain.ts';
import { newKey } from '#platform/backup/key.ts';
import type { Manifest } from '#platform/backup/manifest.ts';
import { count, formatBytes, startProgress } from '#platform/backup/progress.ts';
import { noteBackup } from '#platform/copies.ts';
import { readConfig, type Config } from '#platform/config.ts';
import { keyFrom, s3Notice, uploadsOf } from './backup-options.ts';
import { onInterrupt } from './interrupt.ts';
import { verify } from './verify-backup.ts';
import { withOwnerUrl } from './with-owner-url.ts';

const usage = `Usage: npm run backup -- --to FILE, FOLDER or - [--keep N] [--key-file FILE] [--quiet]
       npm run backup -- --verify FILE [--key-file FILE] [--quiet]
       npm run backup -- --new-key FILE`;

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      verify: { type: 'string' },
      'key-file': { type: 'string' },
      'new-key': { type: 'string' },
      quiet: { type: 'boolean', default: false },
    },
  });
  const actions = [values.to, values.verify, values['new-key']].filter((value) => value !== undefined);
  // An empty option comes from an unset variable in a script.
  if (actions.length !== 1 || !actions[0]) throw new Error(usage);
  const { keep } = values;
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)) throw new Error('--keep must be a whole number from 1');
  if (keep !== undefined && !(values.to && namesFolder(values.to)))
    throw new Error('--keep takes a folder in --to: one that is there, or a name that ends in /');
  return { ...values, say: (line: string) => void (values.quiet || console.error(line)) };
}

type Options = ReturnType<typeof readOptions>;

async function backUp(config: Config, to: string, options: Options): Promise<void> {
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    throw new Error(`There is nothing to back up in ${config.dataDir}`);
  const key = keyFrom(options['key-file'], config);
  const destination = openDestination(to, key !== undefined);
  onInterrupt(() => destination.discard(), 'nothing was written');
  const progress = startProgress(options.say);
  const uploads = uploadsOf(config);
  try {
    let manifest: Manifest | undefined;
    await withOwnerUrl(config, (ownerUrl) =>
      writeArchive(destination.stream, key, async (add) => {
        manifest = await dump({ ownerUrl, uploads }, add, progress);
      }),
    );
    await destination.keep();
    noteBackup(config);
    if (manifest) options.say(summary(manifest, progress.seconds, destination.name, key !== undefined));
  } catch (error) {
    destination.discard();
    throw new Error(`${explain(error)}; nothing was written`, { cause: error });
  }
  if (uploads === undefined) options.say(s3Notice);
  if (options.keep) for (const name of rotate(to, Number(options.keep))) options.say(`Removed ${name}.`);
}

function summary({ tables, uploads }: Manifest, seconds: number, name: string, isEncrypted: boolean): string {
  const shares = Object.values(tables).flatMap((table) => Object.values(table));
  const rows = shares.reduce((sum, share) => sum + share.rows, 0);
  const size = existsSync(name) ? ` (${formatBytes(statSync(name).size)}${isEncrypted ? ', encrypted' : ''})` : '';
  return `Backed up ${count(rows, 'row')} in ${count(Object.keys(tables).length, 'table')} and ${count(uploads.files, 'uploaded file')} in ${seconds.toFixed(1)} s to ${name}${size}.`;
}

async function makeKey(file: string, say: (line: string) => void): Promise<void> {
  const folder = dirname(file);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder} to write the key into`);
  const key = await newKey();
  try {
    writeFileSync(file, key, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${file} is there already and is left as it is: a key that is lost takes its backups with it`, {
      cause: error,
    });
  }
  say(`Written to ${file}; its public key, which only writes backups: ${/age1\w+/.exec(key)?.[0]}`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options['new-key'] !== undefined) await makeKey(options['new-key'], options.say);
  else {
    const config = readConfig(process.env);
    if (options.to !== undefined) await backUp(config, options.to, options);
    if (options.verify !== undefined)
      await verify(options.verify, keyFrom(options['key-file'], config), startProgress(options.say));
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(
    code?.startsWith('ERR_PARSE_ARGS') || message === usage ? `${message}\n${usage}` : `${explain(error)}.`,
  );
  process.exitCode = 1;
}
