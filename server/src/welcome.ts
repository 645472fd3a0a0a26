/** Message after the start: where the server is and how to sign in. */
import { demoUsers, demoPassword } from '#contract/auth/demo-users.ts';
import { tenants } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import { localOrigin } from '#platform/tenancy.ts';

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
  const { host, brands } = config;
  if (localOrigin('coding', { host, port }) === null) return [`Open       http://${host}:${port}`];
  return tenants.map((tenant) => `${brands[tenant].padEnd(16)} ${localOrigin(tenant, { host, port })}`);
}
