/** Agent that has registered itself, for valid input of the consent. */
import { answerAgentRequest, readAgentRequest } from '#contract/auth/agents.ts';
import type { Endpoint, Tenant } from '#contract/kernel/endpoint.ts';
import type { Sql } from '#platform/testing/user.ts';

/** Id without a record kind. */
export const agentId = '01890000-0000-7000-8000-0000000a6e47';
/** Challenge of a verifier that nobody knows. */
export const challenge = 'a'.repeat(43);
const address = 'https://sample.test/a';

const isConsent = (entry: Endpoint) => [readAgentRequest, answerAgentRequest].includes(entry as never);

export async function prepareAgents(sql: Sql, entry: Endpoint, tenant: Tenant): Promise<void> {
  if (isConsent(entry))
    await sql(
      `insert into agent_client (tenant, id, name, redirect_uris) values ($1, $2, 'Asisten', array[$3]) on conflict do nothing`,
      [tenant, agentId, address],
    );
}

/** Its own address, and no resource that would have to be that of the server. */
export const askedBy = (entry: Endpoint): object =>
  isConsent(entry) ? { redirect_uri: address, resource: undefined, allow: true } : {};
