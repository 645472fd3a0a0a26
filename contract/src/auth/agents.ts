/** Consent of a person to an agent that works for them, by OAuth 2.1 (docs/decisions/0116). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { id, text } from '../kernel/fields.ts';

const all = { area: 'auth', url: '/member/agent-request/', roles: 'staff' } as const;

/** Parameters of the authorization request, as RFC 6749, 7636 and 8707 name them. */
const agentRequest = z.object({
  client_id: id,
  redirect_uri: text(2000),
  response_type: z.literal('code'),
  /** SHA-256 of the agent's verifier, in base64url. */
  code_challenge: text(43).regex(/^[\w-]{43}$/, 'Not a SHA-256 hash in base64url'),
  code_challenge_method: z.literal('S256'),
  resource: text(2000).optional(),
  state: text(2000).optional(),
});

/** Says who asks. 400 if the request is wrong: an agent that is not registered, another address, or another resource. */
export const readAgentRequest = endpoint({
  ...all,
  method: 'GET',
  query: agentRequest,
  reply: z.object({
    /** As the agent calls itself. */
    name: z.string(),
    /** Where the answer goes. */
    host: z.string(),
  }),
});

/** Allows or refuses it; the browser then goes to `redirectTo`, which has a code of 60 seconds if it is allowed. */
export const answerAgentRequest = endpoint({
  ...all,
  method: 'POST',
  body: agentRequest.extend({ allow: z.boolean(), mayPropose: z.boolean().default(false) }),
  reply: z.object({ redirectTo: z.string() }),
  messages: { fail: 'The agent was not answered', preferServer: true },
});
