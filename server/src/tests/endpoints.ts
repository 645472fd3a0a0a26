/** Lists every endpoint of the contract by importing its modules, so that no test can miss one. */
import { finishOpenId } from '#contract/auth/openid.ts';
import { signProposal } from '#contract/integration/proposals.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { contractModules } from '#contract/testing/modules.ts';

export interface NamedEndpoint {
  /** Name as imported, such as `user.listUsers`. */
  name: string;
  entry: Endpoint;
}

const isEndpoint = (value: object): value is Endpoint =>
  ['area', 'method', 'url', 'roles', 'reply'].every((key) => key in value);

/** Endpoints are exported directly or inside tables such as the assignments. */
function endpointsIn(name: string, value: unknown): NamedEndpoint[] {
  if (typeof value !== 'object' || value === null || '_zod' in value || value instanceof Set) return [];
  if (isEndpoint(value)) return [{ name, entry: value }];
  return Object.entries(value).flatMap(([key, inner]) => endpointsIn(`${name}.${key}`, inner));
}

/** Every endpoint that a module of the contract exports; some appear under several names. */
export async function allEndpoints(): Promise<NamedEndpoint[]> {
  const modules = await contractModules();
  return modules.flatMap(([path, exported]) => endpointsIn(path.replace(/\/endpoints$/, ''), { ...exported }));
}

/**
 * Endpoints for which valid input can be made: all but those for the answer of another server (openid.test.ts) and for
 * what an agent proposed (proposals.test.ts).
 */
export const everyEndpoint = async (): Promise<NamedEndpoint[]> =>
  (await allEndpoints()).filter(({ entry }) => entry !== finishOpenId && entry !== signProposal);
