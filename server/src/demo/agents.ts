/** Agents that people connected: in use, not used for weeks, and one that may propose changes. */
import { demoId } from './demo-id.ts';
import type { DemoRows, World } from './records.ts';

const dayMs = 86_400_000;
/** Name, address, role of the person, whether it may propose changes, and days since it was connected and used. */
const agents = [
  ['Claude', 'https://claude.example.com/callback', 'admin', true, 21, 0],
  ['Cursor', 'http://127.0.0.1:33418/callback', 'customer-service', false, 6, 1],
  ['Asisten kurikulum', 'https://asisten.example.com/callback', 'instructor', false, 60, 24],
] as const;

export function makeAgents({ tenant, now }: World, users: DemoRows['user']): Pick<DemoRows, 'agentClient' | 'session'> {
  const at = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  const made = agents.map(([name, address, role, mayPropose, connected, used], n) => {
    const client = { id: demoId(tenant, 'agent-client', n), name, redirectUris: [address], createdAt: at(connected) };
    const session = {
      id: demoId(tenant, 'session', n),
      userId: users.findLast((user) => user.role === role)!.id,
      agentClientId: client.id,
      device: name,
      address: '203.0.113.x',
      mayPropose,
      startedAt: at(connected),
      lastUsedAt: at(used),
    };
    return { client, session };
  });
  return { agentClient: made.map(({ client }) => client), session: made.map(({ session }) => session) };
}
