/** A person's answer to an agent that asks to work for them: a code of 60 seconds, or a refusal. */
import { randomBytes } from 'node:crypto';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { answerAgentRequest, readAgentRequest } from '#contract/auth/agents.ts';
import { badRequest } from '#platform/errors.ts';
import type { HandlerContext } from '#platform/http/serve.ts';
import { resourceOf, siteOf } from '#platform/session/agent-token.ts';
import { hashOfKey } from '#platform/session/api-key.ts';
import { securityEvent } from '#platform/session/security-event.ts';
import { findClient, isRegistered } from './clients.ts';

type AgentRequest = ValidatedInput<typeof readAgentRequest>['query'];
type Work = Pick<HandlerContext<typeof answerAgentRequest>, 'db' | 'request' | 'caller' | 'tenant'>;

/** The agent that asks. 400 if the request is not one that it may make: nothing is sent to such an address. */
export async function requireAgent({ db, request }: Pick<Work, 'db' | 'request'>, sent: AgentRequest) {
  const client = await findClient(db, sent.client_id);
  if (!client) throw badRequest('This agent is not registered here: connect it again', 'client_id');
  if (!isRegistered(client.redirectUris, sent.redirect_uri))
    throw badRequest('The agent did not register this address', 'redirect_uri');
  if (sent.resource !== undefined && sent.resource !== resourceOf(request))
    throw badRequest('The agent asks for another server', 'resource');
  return { id: client.id, name: client.name, host: new URL(sent.redirect_uri).host };
}

type Answer = ValidatedInput<typeof answerAgentRequest>['body'];

export async function answer(work: Work, { allow, mayPropose, ...sent }: Answer) {
  const { db, request, caller, tenant } = work;
  const { id: agentClientId, name, host } = await requireAgent(work, sent);
  const back = new URL(sent.redirect_uri);
  if (sent.state !== undefined) back.searchParams.set('state', sent.state);
  back.searchParams.set('iss', siteOf(request));
  if (!allow) {
    back.searchParams.set('error', 'access_denied');
    return { redirectTo: back.href };
  }
  const code = randomBytes(32).toString('base64url');
  const { userId, sessionId: consentId } = caller;
  await db
    .insertInto('agentCode')
    .values({
      codeHash: hashOfKey(code),
      agentClientId,
      userId,
      consentId,
      redirectUri: sent.redirect_uri,
      challenge: sent.code_challenge,
      mayPropose,
      sessionId: null,
    })
    .execute();
  const facts = { agent: name, host, mayPropose };
  await securityEvent({ db, request }, { kind: 'agent-connected', tenant, userId, facts });
  back.searchParams.set('code', code);
  return { redirectTo: back.href };
}
