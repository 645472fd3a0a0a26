/** One record and the form on it: read by its address, saved with the version that was seen, conflicts settled. */
import { useNavigate, useParams } from '@tanstack/react-router';
import type { z } from 'zod';
import type { Draft } from '#contract/draft.ts';
import { kindOfRecord } from '#contract/fields.ts';
import { mayCall, type CallInput, type Endpoint, type Messages, type Reply } from '#contract/kernel.ts';
import type { DiscountStatus } from '#contract/price.ts';
import type { RecordKind } from '#contract/records.ts';
import type { StatusSwitch } from '#contract/switched-record.ts';
import { role } from '../api/session.ts';
import { useAction, type Outcome, type RunOptions } from '../api/use-action.ts';
import { useCall, type CallResult } from '../api/use-call.ts';
import { readDraft } from '../form/draft.ts';
import { useEditForm, type EditForm } from '../form/use-edit-form.ts';
import type { Baseline } from '../form/use-saving.ts';
import { baselineOf, draftOf, type Typed } from '../form/values.ts';
import { useCreateAgain, type Creation } from './create-again.ts';

/** What every record that people edit has. */
export interface Versioned {
  /** What it is called; a page of records without one says how they are (`titleOf`). */
  name?: string;
  version: number;
  updatedAt?: string;
  /** Why it cannot be deleted now. */
  removalConflict?: string | null;
}

/** How a record is switched on and off. */
export interface Switching<R> {
  call: StatusSwitch;
  statusOf: (record: R) => DiscountStatus;
}

interface Switched {
  status: DiscountStatus;
}

/** Of the contract's endpoints of a record, those that there are. */
interface Entries<G extends Endpoint, S extends Draft> {
  get: G;
  update: Endpoint;
  remove?: Endpoint | undefined;
  /** A status of other words is no switch. */
  setStatus?: Reply<G> extends Switched ? StatusSwitch : undefined;
  draft: S;
  /** With both, what somebody else deleted can be created again. */
  create?: Endpoint | undefined;
  idFrom?: Creation['idFrom'];
}

interface Options<R> {
  /** Where they differ by kind (`courseMessages[type]`). */
  messages?: { create?: Messages; update: Messages; remove: Messages } | undefined;
  /** Where a save leads; absent: it stays. */
  savedTo?: string | undefined;
  /** Why fields of this record cannot be changed now, by their names. */
  locked?: ((record: R) => Readonly<Record<string, string>>) | undefined;
  /** Of creating, where its address needs more than the body. */
  createParams?: Record<string, string>;
  /** Which record, where its id is not that in the address; `params`: of its calls, where these need more. */
  of?: { kind: RecordKind; id: string; params?: Record<string, string> };
}

export interface RecordForm<R extends Versioned, S extends Draft> extends Options<R> {
  id: string;
  kind: RecordKind;
  get: Endpoint;
  remove: Endpoint | undefined;
  switched: Switching<R> | undefined;
  draft: S;
  /** Who may not edit reads. */
  mayEdit: boolean;
  result: CallResult<R>;
  save: (body: z.input<S>, options: RunOptions) => Promise<Outcome<unknown>>;
  createAgain: ReturnType<typeof useCreateAgain>;
}

/** Of the draft that its form keeps. */
const draftName = (kind: RecordKind, id: string) => `${kind}/${id}`;

/** What was read; of a record that is not there any more what a form kept of it, as far as a form knows a record. */
export function resultOf<R extends Versioned, S extends Draft>({ kind, id, result }: RecordForm<R, S>): CallResult<R> {
  if (result.data !== undefined || result.error?.status !== 404) return result;
  const base = readDraft<{ base: Baseline<object> }>(draftName(kind, id))?.base;
  return base ? { ...result, data: { ...base.values, version: base.version ?? 0 } as R } : result;
}

/** The record whose id is in the address. `update` takes what `draft` describes. */
export function useRecordForm<G extends Endpoint, S extends Draft>(
  { get, update, remove, setStatus, draft, create, idFrom }: Entries<G, S>,
  { savedTo, locked, messages, createParams: createdIn, of }: Options<Reply<G> & Versioned> = {},
): RecordForm<Reply<G> & Versioned, S> {
  const address = useParams({ strict: false });
  const { id = '' } = of ?? address;
  const params = of?.params ?? { id };
  const result = useCall(get, { params } as unknown as CallInput<G>) as CallResult<Reply<G> & Versioned>;
  const kind = of?.kind ?? kindOfRecord(get);
  const creation = create &&
    idFrom && { call: create, idFrom, messages: messages?.create, ...(createdIn && { params: createdIn }) };
  const createAgain = useCreateAgain(creation, { draft, get, update, draftName: (made) => draftName(kind, made) });
  const action = useAction(update, { messages: messages?.update, movesOn: savedTo !== undefined });
  return {
    id,
    kind,
    get,
    draft,
    mayEdit: mayCall(update, role() ?? ''),
    result,
    save: (body, how) => action.run({ params, body }, how),
    createAgain,
    savedTo,
    locked,
    remove,
    switched: setStatus && { call: setStatus, statusOf: (record) => (record as unknown as Switched).status },
    messages,
  };
}

interface Place {
  /** Opens the tab with the fields. */
  reveal: () => void;
  /** Somebody deleted it: saving creates it again, and leads to it. */
  isGone: boolean;
  list: string;
}

/** The form, once the record is there. */
export function useOpenForm<R extends Versioned, S extends Draft>(
  { kind, id, draft, result, save, savedTo, locked, createAgain }: RecordForm<R, S>,
  record: R,
  { reveal, isGone, list }: Place,
): EditForm<Typed<z.input<S>>> {
  const navigate = useNavigate();
  const again = isGone ? createAgain : undefined;
  return useEditForm<S, unknown>({
    name: draftName(kind, id),
    schema: draft,
    initial: draftOf(draft, record),
    version: record.version,
    latest: async () => baselineOf(draft, await result.refetch()),
    save: again ?? save,
    isReplaced: isGone,
    locked: isGone ? undefined : locked?.(record),
    reveal,
    onSaved: (reply) => {
      const to = again ? `${list}/${String(reply)}` : savedTo;
      return to && navigate({ to });
    },
  });
}
