/** `npm run secret:forget`: lets servers start with another JWT_SECRET after the former one was lost. */
import { readConfig } from '#platform/config.ts';
import pg from 'pg';
import { forgetSecret } from '#platform/database/shared-secret.ts';
import { withOwnerUrl } from './with-owner-url.ts';

try {
  await withOwnerUrl(readConfig(process.env), async (connectionString) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await forgetSecret(client).finally(() => client.end());
  });
  console.log('The next server decides on JWT_SECRET.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
