/** Proposals of agents in each state, with the effects that a trial found. */
import type { ProposedInput } from '#contract/integration/proposals.ts';
import { demoId } from './demo-id.ts';
import type { DemoRows, World } from './records.ts';

const hourMs = 3_600_000;
type Orders = DemoRows['order'];

/** Effects of cancelling unpaid orders, as the trail would have them. */
function effectsOf(orders: Orders, at: string, agent: string) {
  const changes = orders.map(({ id }) => ({
    recordId: id,
    before: { status: 'unpaid' },
    after: { status: 'cancelled' },
    belongsTo: [`order:${id}`],
  }));
  const [first, ...parts] = changes;
  const line = { id: orders[0]!.id, at, actorId: null, actorName: agent, requestId: null, table: 'order', version: 2 };
  return {
    entries: [{ ...line, ...first, action: 'update', count: changes.length, parts }],
    names: Object.fromEntries(orders.map(({ id, invoiceNumber }) => [`order:${id}`, invoiceNumber])),
  };
}

/** State and hours since each was made; one that is open after a week has expired. */
const states = [
  ['open', 2],
  ['refused', 50],
  ['open', 9 * 24],
] as const;

export function makeProposals(
  { tenant, now }: World,
  { user, order, apiKey }: Pick<DemoRows, 'user' | 'order' | 'apiKey'>,
): Pick<DemoRows, 'proposal'> {
  const unpaid = order.filter(({ status }) => status === 'unpaid').toReversed();
  const admin = user.find(({ email }) => email === 'admin@demo.test')!;
  const agent = apiKey.find(({ scopes }) => scopes.includes('proposals:write'))!;
  const agentName = `API key ${agent.name}`;
  const proposal = states.flatMap(([state, hours], n) => {
    const orders = unpaid.slice(n * 2, n * 2 + 2);
    if (orders.length === 0) return [];
    const createdAt = new Date(now.getTime() - hours * hourMs).toISOString();
    const input: ProposedInput = {
      params: {},
      query: {},
      body: { ids: orders.map(({ id }) => id), expected: orders.length, value: 'cancelled' },
    };
    const decision = state === 'refused' && { decidedAt: createdAt, decidedBy: admin.id, decidedName: admin.name };
    return [
      {
        id: demoId(tenant, 'proposal', n),
        agentId: agent.id,
        agentName,
        tool: 'propose_start_order_status_batch',
        title: 'Set the status to Dibatalkan',
        reason: 'Pesanan ini belum dibayar lebih dari 30 hari, dan pembelinya tidak menjawab dua pengingat.',
        input: JSON.stringify(input),
        effects: JSON.stringify(effectsOf(orders, createdAt, agentName)),
        effectsDigest: 'of the demo',
        state,
        createdAt,
        expiresAt: new Date(Date.parse(createdAt) + 7 * 24 * hourMs).toISOString(),
        ...decision,
      },
    ];
  });
  return { proposal };
}
