/** Lists the endpoints of the contract that the tests try. */
import { finishOpenId } from '#contract/auth/openid.ts';
import { signProposal } from '#contract/integration/proposals.ts';
import { type NamedEndpoint, allEndpoints } from '#contract/operations.ts';

/**
 * Endpoints for which valid input can be made: all but those for the answer of another server (openid.test.ts) and for
 * what an agent proposed (proposals.test.ts).
 */
export const everyEndpoint = async (): Promise<NamedEndpoint[]> =>
  (await allEndpoints()).filter(({ entry }) => entry !== finishOpenId && entry !== signProposal);
