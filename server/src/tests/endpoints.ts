/** Lists the endpoints of the contract that the tests try. */
import { finishOpenId } from '#contract/auth/openid.ts';
import { type NamedEndpoint, allEndpoints } from '#contract/operations.ts';

/** Endpoints for which valid input can be made: all but that for the answer of another server (openid.test.ts). */
export const everyEndpoint = async (): Promise<NamedEndpoint[]> =>
  (await allEndpoints()).filter(({ entry }) => entry !== finishOpenId);
