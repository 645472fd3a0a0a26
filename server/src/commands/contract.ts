/** `npm run contract`: removes from the schema what only older versions need; they do not start any more after it. */
import { readConfig } from '#platform/config.ts';
import { migrate } from '#platform/database/migrate.ts';
import { withOwnerUrl } from './with-owner-url.ts';

try {
  const config = readConfig(process.env);
  await withOwnerUrl(config, async (ownerUrl) => {
    const { jwtSecret, acceptedSecrets } = config;
    await migrate(ownerUrl, { jwtSecret, acceptedSecrets, contracts: true });
  });
  console.log('The database is as this version has it.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
