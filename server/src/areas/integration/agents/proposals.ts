/**
 * Proposals of agents: a trial of a call of the contract that is rolled back, kept with its effects, and made for good
 * by the person who signs it (docs/decisions/0112).
 */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { ValidatedInput } from '#contract/kernel/endpoint.ts';
import type { Problem } from '#contract/kernel/fields.ts';
import {
  type ProposalState,
  type ProposedInput,
  type listProposals,
  maxOpen,
  proposal,
} from '#contract/integration/proposals.ts';
import { columnsOf } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/database.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { HttpError, conflict, notFound } from '#platform/errors.ts';
import { callAs } from '#platform/http/inner-call.ts';
import { cappedCount, pagedList } from '#platform/list.ts';
import type { Caller } from '#platform/session/access-token.ts';
import { transactionAs } from '#platform/transaction.ts';
import { canSeeAllBatches } from '../../../services/batch/service.ts';
import { type ContractTool, readTools } from './catalogue.ts';
import { affectedBy, readEffects } from './effects.ts';

let tools: Promise<ContractTool[]> | undefined;
/** Calls that agents may propose. */
export const proposable = () => (tools ??= readTools(({ proposable: may = false }) => may, 'propose_'));

interface Work {
  db: Db;
  caller: Caller;
  request: FastifyRequest;
}

const isOpen = sql<boolean>`(state = 'open' and expires_at > now())`;
const columns = columnsOf('proposal', proposal, {
  proposalId: 'id',
  agent: 'agentName',
  state: sql<ProposalState>`case when state = 'open' and expires_at <= now() then 'expired' else state end`,
  affected: sql<number>`(select coalesce(sum((line ->> 'count')::int), 0)::int from jsonb_array_elements(effects -> 'entries') line)`,
  decidedBy: 'decidedName',
});

/** Proposals that a caller may see: a key its own, admins all, others those of their own agents. */
function visibleTo(db: Db, caller: Caller) {
  const all = db.selectFrom('proposal');
  if (caller.role === 'key') return all.where('agentId', '=', caller.sessionId);
  return canSeeAllBatches(caller) ? all : all.where('userId', '=', caller.userId);
}

interface Filters {
  caller: Caller;
  state: ProposalState | undefined;
}
const proposalsPage = pagedList((db, { caller, state }: Filters, { limit, offset }) => {
  let matching = visibleTo(db, caller);
  if (state === 'open' || state === 'expired')
    matching = matching.where('state', '=', 'open').where(sql<boolean>`(expires_at > now()) = ${state === 'open'}`);
  else if (state) matching = matching.where('state', '=', state);
  const rows = matching.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);
  return { rows: rows.select(columns), total: cappedCount(matching) };
});

export async function findProposals({ db, caller }: Work, query: ValidatedInput<typeof listProposals>['query']) {
  const { rows: proposals, head } = await proposalsPage(db, { caller, state: query.state || undefined }, query);
  const { open } = await visibleTo(db, caller)
    .where(isOpen)
    .select(sql<number>`count(*)::int`.as('open'))
    .executeTakeFirstOrThrow();
  return { ...head, proposals, open };
}

export const findProposal = ({ db, caller }: Pick<Work, 'db' | 'caller'>, id: string) =>
  visibleTo(db, caller)
    .where('id', '=', id)
    .select(columns)
    .select(['tool', 'input', 'effects', 'effectsDigest as digest'])
    .executeTakeFirstOrThrow(() => notFound('proposal'));

const problemOf = (text: string) => JSON.parse(text) as Problem;
const refusal = ({ status, message, errors, reason }: Problem) =>
  new HttpError(status, message, { ...(errors && { errors }), ...(reason && { reason }) });

type Tried = Awaited<ReturnType<typeof readEffects>> & { answer: unknown };

/** Effects that a call would have now: makes it, and rolls it back. Throws what the call is refused with. */
async function tried({ caller, request }: Work, { entry }: ContractTool, input: ProposedInput): Promise<Tried> {
  let found: Tried | undefined;
  const beforeCommit = async (db: Db, answer: unknown) => {
    if ((answer as { state?: unknown } | undefined)?.state === 'running')
      throw conflict('These are too many records for one proposal: propose it in parts');
    found = { ...(await readEffects(db)), answer };
    throw conflict('A trial');
  };
  const { text } = await callAs({ caller, beforeCommit, isTrial: true }, request, entry, input);
  if (!found) throw refusal(problemOf(text));
  return found;
}

const titleOf = ({ title }: ContractTool, answer: unknown) =>
  String((answer as { title?: unknown } | undefined)?.title ?? title);

/** 409 if the agent has too many open proposals. */
async function refuseMore(db: Db, caller: Caller) {
  const { n } = await db
    .selectFrom('proposal')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('agentId', '=', caller.sessionId)
    .where(isOpen)
    .executeTakeFirstOrThrow();
  if (n >= maxOpen) throw conflict(`${maxOpen} of your proposals wait for an answer: wait for it`);
}

/** Tries a call and keeps it as a proposal. */
export async function propose(work: Work, tool: ContractTool, input: ProposedInput, reason: string) {
  const { db, caller, request } = work;
  // A trial is work, too.
  await refuseMore(db, caller);
  const { effects, digest, answer } = await tried(work, tool, input);
  const row = {
    agentId: caller.sessionId,
    agentName: caller.name,
    userId: caller.role === 'key' ? null : caller.userId,
    tool: tool.name,
    input: JSON.stringify(input),
    title: titleOf(tool, answer),
    reason,
    effects: JSON.stringify(effects),
    effectsDigest: digest,
  };
  const { id } = await transactionAs(caller, db, request.id, async (transaction) => {
    await oneAtATime(transaction, `proposals by ${caller.sessionId}`);
    await refuseMore(transaction, caller);
    return transaction.insertInto('proposal').values(row).returning('id').executeTakeFirstOrThrow();
  });
  return { proposalId: id, title: row.title, affected: affectedBy(effects), effects };
}

/** Records a decision. 409 if it is not open any more. */
async function decide(db: Db, id: string, { userId, name }: Caller, state: 'signed' | 'refused', batchId?: string) {
  const decision = { state, decidedAt: sql<string>`now()`, decidedBy: userId, decidedName: name };
  const { numUpdatedRows } = await db
    .updateTable('proposal')
    .set({ ...decision, batchId: batchId ?? null })
    .where('id', '=', id)
    .where(isOpen)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw conflict('This proposal is not open any more');
}

export async function refuse({ db, caller }: Work, id: string) {
  await findProposal({ db, caller }, id);
  await decide(db, id, caller, 'refused');
  return findProposal({ db, caller }, id);
}

/** Makes the call as the caller, if its effects are those that the caller saw. */
export async function sign(work: Work, id: string, seen: string) {
  const { caller, request } = work;
  const { tool: name, input, state, digest } = await findProposal(work, id);
  if (state !== 'open') throw conflict('This proposal is not open any more');
  const tool = (await proposable()).find((one) => one.name === name);
  if (!tool) throw conflict('This change is not possible any more');
  let now: Awaited<ReturnType<typeof readEffects>> | undefined;
  const beforeCommit = async (transaction: Db, answer: unknown) => {
    now = await readEffects(transaction);
    if (now.digest !== seen || now.digest !== digest)
      throw conflict('The records have changed since: look at what it would do now');
    await decide(transaction, id, caller, 'signed', (answer as { batchId?: string } | undefined)?.batchId);
  };
  const { status, text } = await callAs({ caller, beforeCommit }, request, tool.entry, input);
  if (status >= 400) {
    if (now && now.digest !== digest) await keepEffects(work, id, now);
    throw refusal(problemOf(text));
  }
  return findProposal(work, id);
}

/** Shows what a proposal would do by now. */
const keepEffects = ({ db, caller, request }: Work, id: string, { effects, digest }: Omit<Tried, 'answer'>) =>
  transactionAs(caller, db, request.id, (transaction) =>
    transaction
      .updateTable('proposal')
      .set({ effects: JSON.stringify(effects), effectsDigest: digest })
      .where('id', '=', id)
      .execute(),
  );
