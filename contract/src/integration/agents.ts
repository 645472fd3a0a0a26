/** Agents that people connected by OAuth, which superadmins see and end (docs/decisions/0116). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { id, idOf, listQuery, listReply } from '../kernel/fields.ts';
import { fixedSize } from '../kernel/page-size.ts';

const all = { area: 'integration', url: '/admin/agent/', roles: [] } as const;

const agent = z.object({
  agentId: id,
  /** As it calls itself. */
  name: z.string(),
  userId: idOf('user'),
  userName: z.string(),
  mayPropose: z.boolean(),
  connectedAt: z.string(),
  /** At most a minute behind. */
  lastUsedAt: z.string(),
});
export type ConnectedAgent = z.infer<typeof agent>;

/** Lists the agents of all people of the brand, the last used first. */
export const listAgents = endpoint({
  ...all,
  method: 'GET',
  query: listQuery({}, fixedSize(20)).omit({ search: true }),
  reply: listReply('agents', agent),
});

/** Ends an agent's access at once. One that has ended already counts as 0. */
export const revokeAgent = endpoint({
  ...all,
  method: 'DELETE',
  query: z.object({ agentId: id }),
  stepUp: true,
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Agent disconnected', fail: 'The agent was not disconnected' },
});
