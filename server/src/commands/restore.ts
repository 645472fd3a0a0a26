/**
 * `npm run restore -- --from FILE [--replace [--yes]] [--key-file FILE] [--quiet]`: restores a backup into an empty
 * installation, or with --replace over the current data, entirely or not at all.
 */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { explain } from '#platform/backup/explain.ts';
import { inspect } from '#platform/backup/inspect.ts';
import { findExisting } from '#platform/backup/make-room.ts';
import { startProgress } from '#platform/backup/progress.ts';
import { restore, type BackupFile } from '#platform/backup/restore.ts';
import { openStaging } from '#platform/backup/staging.ts';
import { readConfig, type Config } from '#platform/config.ts';
import { openCluster } from '#platform/database/cluster.ts';
import { keyFrom, s3Notice, uploadsOf } from './backup-options.ts';
import { onInterrupt } from './interrupt.ts';

const usage = 'Usage: npm run restore -- --from FILE [--replace [--yes]] [--key-file FILE] [--quiet]';

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      replace: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      'key-file': { type: 'string' },
      quiet: { type: 'boolean', default: false },
    },
  });
  const { from } = values;
  if (from === undefined) throw new Error(usage);
  return { ...values, from, say: (line: string) => void (values.quiet || console.error(line)) };
}

type Options = ReturnType<typeof readOptions>;

/** Runs work on DATABASE_URL, or on the embedded PostgreSQL, which is refused while a server runs on it. */
async function onDatabase(config: Config, work: (ownerUrl: string) => Promise<void>): Promise<void> {
  if (config.databaseUrl) return work(config.databaseUrl);
  const cluster = await openCluster({ dataDir: config.dataDir });
  await work(cluster.ownerUrl).finally(() => cluster.stop());
}

async function mayReplace(ownerUrl: string, uploads: string | undefined, options: Options): Promise<boolean> {
  const there = await findExisting(ownerUrl, uploads);
  if (there.length === 0) return false;
  const list = there.map((line) => `  ${line}`).join('\n');
  if (!options.replace)
    throw new Error(`Nothing was changed: there is something already, which --replace would destroy:\n${list}`);
  console.error(`This destroys what is there:\n${list}`);
  if (options.yes) return true;
  if (!process.stdin.isTTY) throw new Error('--replace asks on a terminal; without one it takes --yes');
  const question = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await question.question('Type "replace" to go on: ').finally(() => question.close());
  if (answer.trim() !== 'replace') throw new Error('That was not "replace"');
  return true;
}

async function restoreBackup(config: Config, ownerUrl: string, backup: BackupFile, options: Options): Promise<void> {
  const uploads = uploadsOf(config);
  const replaces = await mayReplace(ownerUrl, uploads, options);
  const staging = uploads && backup.head.hasUploads ? openStaging(uploads) : undefined;
  onInterrupt(() => staging?.discard(), 'nothing was changed');
  const progress = startProgress(options.say);
  const target = { ownerUrl, jwtSecret: config.jwtSecret, staging, replaces };
  await restore(backup, target, progress);
  options.say(
    `Restored as it was at ${backup.head.createdAt}, in ${progress.seconds.toFixed(1)} s. Start the server: it brings the database to its own version.`,
  );
  if (uploads === undefined) options.say(s3Notice);
}

try {
  const options = readOptions(process.argv.slice(2));
  const config = readConfig(process.env);
  const key = keyFrom(options['key-file'], config);
  const backup = { ...(await inspect(options.from, key)), file: options.from, key };
  await onDatabase(config, (ownerUrl) => restoreBackup(config, ownerUrl, backup, options));
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const isUsage = code?.startsWith('ERR_PARSE_ARGS') || message === usage;
  const reason = explain(error);
  console.error(
    isUsage ? usage : reason.startsWith('Nothing was changed') ? reason : `${reason}; nothing was changed.`,
  );
  process.exitCode = 1;
}
