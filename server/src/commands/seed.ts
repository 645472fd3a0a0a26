/**
 * `npm run seed -- --users N --courses N --orders N --tracking N`: fills the coding tenant up to these sizes, for load
 * tests.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '#platform/config.ts';
import { migrate } from '#platform/database/migrate.ts';
import { fillDemo } from '../demo/fill.ts';
import { loadTenant, type Sizes } from '../demo/load/load.ts';
import { withOwnerUrl } from './with-owner-url.ts';

const max = 10_000_000;
const kinds = ['users', 'courses', 'orders', 'tracking'] as const;

function readSizes(args: string[]): Sizes {
  const options = Object.fromEntries(kinds.map((kind) => [kind, { type: 'string' as const, default: '0' }]));
  const { values } = parseArgs({ args, options });
  const sizeOf = (kind: (typeof kinds)[number]) => {
    const text = String(values[kind]);
    if (!/^\d{1,8}$/.test(text) || Number(text) > max)
      throw new Error(`--${kind} must be a whole number from 0 to ${max}`);
    return Number(text);
  };
  return {
    users: sizeOf('users'),
    courses: sizeOf('courses'),
    orders: sizeOf('orders'),
    tracking: sizeOf('tracking'),
  };
}

try {
  const sizes = readSizes(process.argv.slice(2));
  const config = readConfig(process.env);
  if (config.production) throw new Error('Seeding makes records up; it does not run when NODE_ENV is production');
  const start = performance.now();
  await withOwnerUrl(config, async (ownerUrl) => {
    await migrate(ownerUrl, { jwtSecret: config.jwtSecret, keepsPasswords: true });
    await fillDemo(ownerUrl);
    const added = await loadTenant(ownerUrl, 'coding', sizes);
    console.log(
      `Added ${kinds.map((kind) => `${added[kind]} ${kind}`).join(', ')} to coding in ${((performance.now() - start) / 1000).toFixed(1)} s.`,
    );
  });
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(`${message}${message.endsWith('.') ? '' : '.'}`);
  if (code?.startsWith('ERR_PARSE_ARGS'))
    console.error('Usage: npm run seed -- --users N --courses N --orders N --tracking N');
  process.exitCode = 1;
}
