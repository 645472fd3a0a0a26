/**
 * `npm run admin:create -- --tenant T --email E --role R [--name N]`: creates the first real user; asks for the
 * password.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { email, name } from '#contract/kernel/fields.ts';
import { roles, tenants } from '#contract/kernel/endpoint.ts';
import { newPassword } from '#contract/auth/password.ts';
import { transactionAs } from '#platform/transaction.ts';
import { readConfig, type Config } from '#platform/config.ts';
import { asOwner, setTenant } from '#platform/database/as-owner.ts';
import { migrate } from '#platform/database/migrate.ts';
import { refuseWeakPassword } from '#platform/session/new-password.ts';
import { hashPassword } from '#platform/session/password.ts';
import { askSecret } from './ask-secret.ts';
import { withOwnerUrl } from './with-owner-url.ts';

const usage = `Usage: npm run admin:create -- --tenant TENANT --email EMAIL --role ROLE [--name NAME]
For example: npm run admin:create -- --tenant coding --email siti@example.com --role admin
It asks for the new user's password; without a terminal it reads the first line of standard input.`;

const user = z.object({
  tenant: z.enum(tenants, `--tenant must be one of ${tenants.join(', ')}`),
  email: email.refine(Boolean, '--email is required'),
  role: z.enum(roles, `--role must be one of ${roles.join(', ')}`),
  name: name(3, 100).optional(),
});
type User = z.output<typeof user>;

function readUser(args: string[]): User {
  const options = Object.fromEntries(Object.keys(user.shape).map((key) => [key, { type: 'string' as const }]));
  const { values } = parseArgs({ args, options });
  const parsed = user.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.message.startsWith('--') ? '' : `--${issue?.path.join('.')}: `;
  throw new Error(`${where}${issue?.message}.\n${usage}`);
}

/** Name option, else the part of the address before `@`. */
const nameOf = ({ name, email: address }: User) => name ?? address.split('@')[0] ?? address;

async function readPassword(newUser: User, config: Config): Promise<string> {
  const typed = await askSecret(`Password for ${newUser.email}`);
  if (typed === '')
    throw new Error(
      `The new user needs a password of at least 8 characters with a letter and a digit, and none was given.\n${usage}`,
    );
  const parsed = newPassword.safeParse(typed);
  if (!parsed.success) throw new Error(`The new user's password: ${parsed.error.issues[0]?.message}`);
  const password = parsed.data;
  await refuseWeakPassword(password, { ...newUser, name: nameOf(newUser) }, config);
  return password;
}

async function create(config: Config, newUser: User, passwordHash: string): Promise<void> {
  const { tenant, email: address, role } = newUser;
  await withOwnerUrl(config, async (ownerUrl) => {
    await migrate(ownerUrl, { jwtSecret: config.jwtSecret, keepsPasswords: true });
    await asOwner(ownerUrl, (owner) =>
      transactionAs({ userId: '', name: 'npm run admin:create' }, owner, '', async (db) => {
        await setTenant(db, tenant);
        await db
          .insertInto('user')
          .values({ email: address, name: nameOf(newUser), passwordHash, role })
          .execute();
      }),
    );
  }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== '23505') throw error;
    throw new Error(`There is a user ${address} in ${tenant} already; nothing was changed`, { cause: error });
  });
}

try {
  const newUser = readUser(process.argv.slice(2));
  const config = readConfig(process.env);
  await create(config, newUser, await hashPassword(await readPassword(newUser, config)));
  console.log(`${newUser.email} can sign in to ${newUser.tenant} as ${newUser.role}.`);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(`${message}${message.endsWith('.') ? '' : '.'}`);
  if (code?.startsWith('ERR_PARSE_ARGS')) console.error(usage);
  process.exitCode = 1;
}
