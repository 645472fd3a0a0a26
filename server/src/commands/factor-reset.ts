/**
 * `npm run factor:reset -- --tenant T --email E`: removes the second factors of a user and ends their sessions, for the
 * superadmin whom no other superadmin can help.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { email } from '#contract/kernel/fields.ts';
import { tenants } from '#contract/kernel/endpoint.ts';
import { recordAuditEvent } from '#platform/audit-event.ts';
import { readConfig, type Config } from '#platform/config.ts';
import { asOwner, setTenant } from '#platform/database/as-owner.ts';
import { removeFactors } from '#platform/session/second-factor.ts';
import { endSessions } from '#platform/session/session.ts';
import { transactionAs } from '#platform/transaction.ts';
import { withOwnerUrl } from './with-owner-url.ts';

const command = 'npm run factor:reset';
const usage = `Usage: ${command} -- --tenant TENANT --email EMAIL
For example: ${command} -- --tenant coding --email siti@example.com`;

const user = z.object({
  tenant: z.enum(tenants, `--tenant must be one of ${tenants.join(', ')}`),
  email: email.refine(Boolean, '--email is required'),
});

function readUser(args: string[]): z.output<typeof user> {
  const { values } = parseArgs({ args, options: { tenant: { type: 'string' }, email: { type: 'string' } } });
  const parsed = user.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(
    `${issue?.message.startsWith('--') ? '' : `--${issue?.path.join('.')}: `}${issue?.message}.\n${usage}`,
  );
}

async function reset(config: Config, { tenant, email: address }: z.output<typeof user>): Promise<number> {
  let removed = 0;
  await withOwnerUrl(config, (ownerUrl) =>
    asOwner(ownerUrl, (owner) =>
      transactionAs({ userId: '', name: command }, owner, '', async (db) => {
        await setTenant(db, tenant);
        const found = await db
          .selectFrom('user')
          .select('id')
          .where('emailKey', '=', address.toLowerCase())
          .executeTakeFirstOrThrow(() => new Error(`There is no user ${address} in ${tenant}`));
        removed = await removeFactors(db, found.id);
        await endSessions(db, found.id);
        await recordAuditEvent(db, { action: 'second-factor-reset', about: found.id, details: { network: command } });
      }),
    ),
  );
  return removed;
}

try {
  const named = readUser(process.argv.slice(2));
  const removed = await reset(readConfig(process.env), named);
  console.log(
    removed === 0
      ? `${named.email} had no second factor; the sessions ended.`
      : `${named.email} signs in to ${named.tenant} with the password alone, and adds a second factor if the role needs one.`,
  );
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(`${message}${message.endsWith('.') ? '' : '.'}`);
  if (code?.startsWith('ERR_PARSE_ARGS')) console.error(usage);
  process.exitCode = 1;
}
