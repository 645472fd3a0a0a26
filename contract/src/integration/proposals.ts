/** Changes that agents propose: a person sees their effects, and signs or refuses them (docs/decisions/0112). */
import { z } from 'zod';
import { listAudit } from '../kernel/audit.ts';
import { choice } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, filter, idOf, listQuery, listReply, text } from '../kernel/fields.ts';
import { fixedSize } from '../kernel/page-size.ts';

export const proposalStates = { open: 'Open', signed: 'Signed', refused: 'Refused', expired: 'Expired' } as const;
export type ProposalState = keyof typeof proposalStates;

/** Most records that a proposal may change, so that a person can look at all of them. */
export const maxAffected = 500;
/** Most open proposals of one agent. */
export const maxOpen = 50;

export const proposal = z.object({
  proposalId: idOf('proposal'),
  /** The change in words. */
  title: z.string(),
  /** Why the agent proposes it, in its words. */
  reason: z.string(),
  /** Name of the agent with the person that it works for, or of the API key. */
  agent: z.string(),
  state: choice(proposalStates),
  /** Number of changes that signing makes. */
  affected: z.int(),
  createdAt: z.string(),
  expiresAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** Bulk change that undoes it; null: its records are changed back on their pages. */
  batchId: idOf('batch').nullable(),
});

/** Input of the call that signing makes. */
export type ProposedInput = Partial<Record<'params' | 'query', Record<string, unknown>>> & { body?: unknown };

const all = { area: 'batch', roles: 'staff' } as const;
const one = { ...all, params: byIdOf('proposal') } as const;
/** Keys read their own. */
const reading = { method: 'GET', scope: 'proposals:write' } as const;

/** Lists proposals, newest first: those of the caller's agents; admins see all. `open`: number of open ones. */
export const listProposals = endpoint({
  ...all,
  ...reading,
  url: '/admin/proposal/',
  query: listQuery({ state: filter(choice(proposalStates), 'Status') }, fixedSize(20)).omit({ search: true }),
  reply: listReply('proposals', proposal).extend({ open: z.int() }),
});

/** Effects of a proposal: lines of the trail, as {@link listAudit} replies them, and their digest. */
const effects = listAudit.reply.pick({ entries: true, names: true });
export type Effects = z.infer<typeof effects>;

/** Reads a proposal with its effects. `tool` and `input`: the exact call that signing makes. */
export const getProposal = endpoint({
  ...one,
  ...reading,
  url: '/admin/proposal/:id/',
  reply: proposal.extend({ tool: z.string(), input: z.unknown(), effects, digest: z.string() }),
});

/**
 * Makes the change as the caller, who needs its role, and their password again if the call asks for it. 409 if it is not
 * open, if `digest` is not that of its effects, or if the records have changed since: the proposal then has the new effects.
 */
export const signProposal = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/proposal/:id/sign/',
  body: z.object({ digest: text(100) }),
  reply: proposal,
  messages: { ok: '{title}: done', fail: 'Nothing was changed', preferServer: true },
});

/** Refuses it for good. 409 if it is not open. */
export const refuseProposal = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/proposal/:id/refuse/',
  reply: proposal,
  messages: { ok: 'Proposal refused', fail: 'It was not refused', preferServer: true, tone: 'warning' },
});
