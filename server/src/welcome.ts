/** Message after the start: where the server is and how to sign in. */
import { demoUsers, demoPassword } from '#contract/demo.ts';
import { tenants, type Tenant } from '#contract/kernel.ts';
import type { Config } from '#platform/config.ts';

export function welcome(config: Config, port: number): string {
  const staff = demoUsers.filter(({ role }) => role !== 'member').map(({ email }) => email);
  const how = config.demo
    ? [`Sign in    ${staff.join(' · ')}`, `Password   ${demoPassword}`]
    : ['Sign in    with a user made by: npm run admin:create -- --tenant TENANT --email EMAIL --role ROLE'];
  return [
    '',
    'Lectern is ready.',
    '',
    ...addresses(config, port),
    '',
    ...how,
    '',
    'Ctrl-C ends it and its database.',
    '',
  ]
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');
}

function addresses(config: Config, port: number): string[] {
  const isHere = ['127.0.0.1', 'localhost', '0.0.0.0', '::', '::1'].includes(config.host);
  if (!isHere) return [`Open       http://${config.host}:${port}`];
  return tenants.map((tenant) => `${config.brands[tenant].padEnd(16)} http://${hostOf(tenant)}:${port}`);
}

/** Browsers resolve every name under localhost to this machine; the first label names the tenant. */
function hostOf(tenant: Tenant): string {
  return tenant === 'coding' ? 'localhost' : `${tenant}.localhost`;
}
