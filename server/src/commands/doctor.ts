/** `npm run doctor`: a report of this installation, with what to do; ends with 1 if something does not work. */
import { arch, release } from 'node:os';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '#platform/config.ts';
import { backupAges } from '#platform/copies.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { asOwner } from '#platform/database/as-owner.ts';
import { examineDatabase } from '#platform/doctor/database.ts';
import { examine, type Finding } from '#platform/doctor/finding.ts';
import { examineServices, settings } from '#platform/doctor/services.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};

const marks = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ', off: 'off    ' };

/** 26 hours: a day, and the time that a backup may take. */
const oldSeconds = 26 * 3_600;
/** PostgreSQL archives every minute where it archives; the alert LecternArchiveStands has the same limit. */
const standsSeconds = 3_600;

const backups = (ownerUrl: string, config: Config) =>
  examine('Backup', 'Check the database.', async () => {
    const ages = await asOwner(ownerUrl, (db) => backupAges(config, db));
    const newest = ages.toSorted((one, other) => one.seconds - other.seconds)[0];
    const todo = 'Make one every night: docs/guide/backup.md';
    if (!newest) return [{ about: 'Backup', state: 'warning', text: 'none was made here', todo }];
    const text = `${newest.kind === 'archive' ? 'WAL archived' : 'made'} ${(newest.seconds / 3_600).toFixed(1)} hours ago`;
    const archive = ages.find(({ kind }) => kind === 'archive');
    const stands = archive !== undefined && archive.seconds > standsSeconds;
    return [
      newest.seconds > oldSeconds
        ? { about: 'Backup', state: 'warning', text, todo }
        : { about: 'Backup', state: 'ok', text },
      ...(stands
        ? [
            {
              about: 'Archive',
              state: 'warning' as const,
              text: `no WAL archived for ${(archive.seconds / 3_600).toFixed(1)} hours`,
              todo: 'See the log of PostgreSQL for archive_command: docs/guide/archiving.md',
            },
          ]
        : []),
    ];
  });

async function database(config: Config): Promise<Finding[]> {
  const ownerUrl = config.databaseUrl ?? (await runningCluster(config.dataDir));
  const todo = config.databaseUrl
    ? 'Check DATABASE_URL, and that PostgreSQL runs and admits this machine.'
    : 'Start the server (npm start); the embedded database runs with it.';
  if (!ownerUrl) return [{ about: 'Database', state: 'fault', text: 'the embedded database does not run', todo }];
  const found = await examine('Database', todo, () => examineDatabase(ownerUrl, config));
  return found.some(({ about }) => about === 'Database') ? found : [...found, ...(await backups(ownerUrl, config))];
}

function configOf(): Config | Finding {
  try {
    return readConfig(process.env);
  } catch (error) {
    return {
      about: 'Settings',
      state: 'fault',
      text: (error as Error).message,
      todo: 'Correct it; README, Configuration.',
    };
  }
}

function print(findings: readonly Finding[]): void {
  const width = Math.max(...findings.map(({ about }) => about.length));
  for (const { about, state, text, todo } of findings) {
    console.log(`${marks[state]}  ${about.padEnd(width)}  ${text}`);
    if (todo && state !== 'ok') console.log(`${' '.repeat(width + 11)}→ ${todo}`);
  }
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
  console.log(`\nFaults: ${count('fault')}. Warnings: ${count('warning')}.`);
  if (count('fault') > 0) process.exitCode = 1;
}

const versions: Finding = {
  about: 'Versions',
  state: 'ok',
  text: `Lectern ${version}, Node ${process.version}, ${process.platform} ${release()} ${arch()}`,
};
const config = configOf();
if ('about' in config) print([versions, config]);
else print([versions, settings(config), ...(await database(config)), ...(await examineServices(config))]);
