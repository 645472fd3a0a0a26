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
import { useEditForm, type EditForm } from '../form/use-edit-form.ts';
import { baselineOf, draftOf, type Typed } from '../form/values.ts';

/** What every record that people edit has. */
export interface Versioned {
  /** What it is called; a page of records without one says how they are (`titleOf`). */
  name?: string;
  version: number;
  updatedAt?: string;
  /** Of what is switched on and off. */
  status?: DiscountStatus;
  /** Why it cannot be deleted now. */
  removalConflict?: string | null;
}

interface Calls {
  remove?: Endpoint | undefined;
  setStatus?: StatusSwitch | undefined;
}

/** Of the contract's endpoints of a record, those that there are. */
interface Entries<G extends Endpoint, S extends Draft> extends Calls {
  get: G;
  update: Endpoint;
  draft: S;
}

interface Options {
  /** Where they differ by kind (`courseMessages[type]`). */
  messages?: { update: Messages; remove: Messages } | undefined;
  /** Where a save leads; absent: it stays. */
  savedTo?: string | undefined;
}

export interface RecordForm<R extends Versioned, S extends Draft> extends Calls, Options {
  id: string;
  kind: RecordKind;
  draft: S;
  /** Who may not edit reads. */
  mayEdit: boolean;
  result: CallResult<R>;
  save: (body: z.input<S>, options: RunOptions) => Promise<Outcome<unknown>>;
}

/** The record whose id is in the address. `update` takes what `draft` describes. */
export function useRecordForm<G extends Endpoint, S extends Draft>(
  { get, update, remove, setStatus, draft }: Entries<G, S>,
  { savedTo, messages }: Options = {},
): RecordForm<Reply<G> & Versioned, S> {
  const { id = '' } = useParams({ strict: false });
  const params = { id };
  const result = useCall(get, { params } as unknown as CallInput<G>) as CallResult<Reply<G> & Versioned>;
  const action = useAction(update, { messages: messages?.update, movesOn: savedTo !== undefined });
  return {
    id,
    kind: kindOfRecord(get),
    draft,
    mayEdit: mayCall(update, role() ?? ''),
    result,
    save: (body, how) => action.run({ params, body }, how),
    savedTo,
    remove,
    setStatus,
    messages,
  };
}

/** The form, once the record is there. `reveal` opens the tab with the fields. */
export function useOpenForm<R extends Versioned, S extends Draft>(
  { kind, id, draft, result, save, savedTo }: RecordForm<R, S>,
  record: R,
  reveal: () => void,
): EditForm<Typed<z.input<S>>> {
  const navigate = useNavigate();
  return useEditForm<S, unknown>({
    name: `${kind}/${id}`,
    schema: draft,
    initial: draftOf(draft, record),
    version: record.version,
    latest: async () => baselineOf(draft, await result.refetch()),
    save,
    reveal,
    onSaved: () => savedTo && navigate({ to: savedTo }),
  });
}
