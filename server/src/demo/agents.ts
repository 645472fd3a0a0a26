/** Agents that people connected: in use, not used for weeks, and one that may propose changes. */
import { demoId } from './demo-id.ts';
import type { DemoRows, World } from './records.ts';

const dayMs = 86_400_000;
/** Name, address, whose it is, whether it may propose changes, and days since it was connected and used. */
const agents = [
  ['Claude', 'https://claude.ai/api/mcp/auth_callback', 'admin@demo.test', true, 21, 0],
  ['Cursor', 'http://localhost:33418/callback', 'cs@demo.test', false, 6, 1],
  ['Asisten kurikulum', 'https://asisten.example.com/callback', 'instructor@demo.test', false, 60, 24],
] as const;

export function makeAgents({ tenant, now }: World, users: DemoRows['user']): Pick<DemoRows, 'agentClient' | 'session'> {
  const at = (days: number) => new Date(now.getTime() - days * dayMs).toISOString();
  const made = agents.map(([name, address, email, mayPropose, connected, used], n) => {
    const client = { id: demoId(tenant, 'agent-client', n), name, redirectUris: [address], createdAt: at(connected) };
    const session = {
      id: demoId(tenant, 'session', n),
      userId: users.find((user) => user.email === email)!.id,
      agentClientId: client.id,
      device: name,
      address: '203.0.113.0/24',
      mayPropose,
      startedAt: at(connected),
      lastUsedAt: at(used),
    };
    return { client, session };
  });
  return { agentClient: made.map(({ client }) => client), session: made.map(({ session }) => session) };
}
