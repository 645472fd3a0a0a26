/** `npm run doctor`: a report of this installation, with what to do; ends with 1 if something does not work. */
import { arch, release } from 'node:os';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '#platform/config.ts';
import { backupAges } from '#platform/copies.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { asOwner } from '#platform/database/as-owner.ts';
import { examineBackups } from '#platform/doctor/backups.ts';
import { examineDatabase } from '#platform/doctor/database.ts';
import { examine, type Finding } from '#platform/doctor/finding.ts';
import { examineServices, settings } from '#platform/doctor/services.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};

const marks = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ', off: 'off    ' };

const backups = (ownerUrl: string, config: Config) =>
  examine('Backup', 'Check the database.', async () =>
    examineBackups(await asOwner(ownerUrl, (db) => backupAges(config, db))),
  );

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
