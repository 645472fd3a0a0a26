/** Record and its form: read by the id in the URL, saved with the version that was read, with conflict handling. */
import { useNavigate, useParams } from '@tanstack/react-router';
import { z } from 'zod';
import type { Draft } from '#contract/kernel/draft.ts';
import { kindOfRecord } from '#contract/kernel/fields.ts';
import { mayCall, type Endpoint, type Messages, type Reply } from '#contract/kernel/endpoint.ts';
import type { RecordKind } from '#contract/kernel/record-kinds.ts';
import { SwitchStatus } from '#contract/kernel/switch-status.ts';
import type { StatusSwitch as StatusCall } from '#contract/kernel/switched-record.ts';
import { inputOf, call } from '../api/call.ts';
import { role } from '../api/session.ts';
import { useAction, type Outcome, type RunOptions } from '../api/use-action.ts';
import { useCall, type CallResult, type UseCallOptions } from '../api/use-call.ts';
import { readDraft, storeDraft } from '../form/stored-draft.ts';
import { useEditForm, type EditForm } from '../form/use-edit-form.ts';
import type { Baseline } from '../form/use-working-copy.ts';
import { baselineOf, draftOf, type Typed } from '../form/values.ts';
import { callUntyped } from '../call-untyped.ts';
import { activation, publication, type StatusSwitch } from './status-switch.ts';

/** Common fields of editable records. */
export interface Versioned {
  /** Name; pages of records without one set `titleOf`. */
  name?: string;
  version: number;
  updatedAt?: string;
  /** Reason why the record cannot be deleted now. */
  removalConflict?: string | null;
}

interface Switched {
  status: SwitchStatus;
}

interface Published {
  isPublished: boolean;
}

/**
 * How a record is switched: activated by its own call (contract/src/kernel/switched-record.ts), or published by an
 * update that has only what it must.
 */
function switchOf<R extends object>(update: Endpoint, setStatus: Endpoint | undefined): StatusSwitch<R> | undefined {
  if (setStatus)
    return {
      ...activation,
      call: setStatus,
      isOn: (record) => (record as unknown as Switched).status !== SwitchStatus.INACTIVE,
      bodyOf: (_, isOn) => ({ status: isOn ? SwitchStatus.ACTIVE : SwitchStatus.INACTIVE }),
    };
  const { shape } = bodyOf(update);
  if (!('isPublished' in shape)) return undefined;
  const required = Object.entries(shape).filter(([, schema]) => !z.safeParse(schema, undefined).success);
  return {
    ...publication,
    call: update,
    isOn: (record) => (record as unknown as Published).isPublished,
    bodyOf: (record, isPublished) => ({
      ...Object.fromEntries(required.map(([key]) => [key, (record as Record<string, unknown>)[key]])),
      isPublished,
    }),
    opposite: (body) => ({ ...body, isPublished: !(body as Published).isPublished }),
  };
}

/** Endpoints of a record; some are optional. */
interface Entries<G extends Endpoint, S extends Draft> {
  get: G;
  update: Endpoint;
  remove?: Endpoint | undefined;
  /** Only for records whose status is a `SwitchStatus`. */
  setStatus?: Reply<G> extends Switched ? StatusCall : undefined;
  draft: S;
  /** With `create` and `idFrom`, a deleted record can be created again from its form. */
  create?: Endpoint | undefined;
  idFrom?: Creation['idFrom'];
}

interface Options<R> {
  /** Messages that depend on the kind (`courseMessages[type]`). */
  messages?: { create?: Messages; update: Messages; remove: Messages } | undefined;
  /** Path to go to after saving; absent: stays. */
  savedTo?: string | undefined;
  /** Reasons why fields of this record cannot be changed, by field name. */
  locked?: ((record: R) => Readonly<Record<string, string>>) | undefined;
  /** Path params of the create endpoint. */
  createParams?: Record<string, string>;
  /** Record whose id is not the one in the URL; `params` of its calls if they need more than the id. */
  of?: { kind: RecordKind; id: string; params?: Record<string, string> };
  /** Polling interval, for records that the server changes by itself. */
  everyMs?: UseCallOptions<R>['everyMs'];
}

export interface RecordForm<R extends Versioned, S extends Draft> extends Options<R> {
  id: string;
  kind: RecordKind;
  get: Endpoint;
  remove: Endpoint | undefined;
  switched: StatusSwitch<R> | undefined;
  draft: S;
  /** Roles that may not edit see the record read-only. */
  mayEdit: boolean;
  result: CallResult<R>;
  save: (body: z.input<S>, options: RunOptions) => Promise<Outcome<unknown>>;
  createAgain: ReturnType<typeof useRecreate>;
}

/** Name of the form's draft. */
const draftName = (kind: RecordKind, id: string) => `${kind}/${id}`;

/** Result of the read. For a deleted record with a draft, the draft's base takes the place of the data. */
export function resultOf<R extends Versioned, S extends Draft>({ kind, id, result }: RecordForm<R, S>): CallResult<R> {
  if (result.data !== undefined || result.error?.status !== 404) return result;
  const base = readDraft<{ base: Baseline<object> }>(draftName(kind, id))?.base;
  return base ? { ...result, data: { ...base.values, version: base.version ?? 0 } as R } : result;
}

/** Reads the record whose id is in the URL. `update` takes the values described by `draft`. */
export function useRecordForm<G extends Endpoint, S extends Draft>(
  { get, update, remove, setStatus, draft, create, idFrom }: Entries<G, S>,
  { savedTo, locked, messages, createParams: createdIn, of, everyMs }: Options<Reply<G> & Versioned> = {},
): RecordForm<Reply<G> & Versioned, S> {
  const address = useParams({ strict: false });
  const { id = '' } = of ?? address;
  const params = of?.params ?? { id };
  const polling = { everyMs } as UseCallOptions<Reply<G>>;
  const result = useCall(get, inputOf(get, { params }), polling) as CallResult<Reply<G> & Versioned>;
  const kind = of?.kind ?? kindOfRecord(get);
  const creation = create &&
    idFrom && { call: create, idFrom, messages: messages?.create, ...(createdIn && { params: createdIn }) };
  const createAgain = useRecreate(creation, { draft, get, update, draftName: (made) => draftName(kind, made) });
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
    switched: switchOf(update, setStatus),
    messages,
  };
}

interface Place {
  /** Opens the tab with the fields. */
  reveal: () => void;
  /** The record was deleted; saving creates it again and opens the new one. */
  isGone: boolean;
  list: string;
}

/** Form of a loaded record. */
export function useOpenForm<R extends Versioned, S extends Draft>(
  { kind, id, draft, result, save, savedTo, locked, createAgain }: RecordForm<R, S>,
  record: R,
  { reveal, isGone, list }: Place,
): EditForm<Typed<z.input<S>>> {
  const navigate = useNavigate();
  const recreate = isGone ? createAgain : undefined;
  return useEditForm<S, unknown>({
    name: draftName(kind, id),
    schema: draft,
    initial: draftOf(draft, record),
    version: record.version,
    latest: async () => baselineOf(draft, await result.refetch()),
    save: recreate ?? save,
    locksOnSave: isGone,
    locked: isGone ? undefined : locked?.(record),
    reveal,
    onSaved: (reply) => {
      const to = recreate ? `${list}/${String(reply)}` : savedTo;
      return to && navigate({ to });
    },
  });
}

/** How a record of this kind is created. */
interface Creation {
  call: Endpoint;
  /** Path params of the URL. */
  params?: Record<string, string>;
  /** Reads the new id from the reply. */
  idFrom: (reply: never) => string;
  messages?: Messages | undefined;
}

interface RecreateOptions {
  draft: Draft;
  get: Endpoint;
  update: Endpoint;
  /** Name of the form's draft for a record. */
  draftName: (id: string) => string;
}

/**
 * Returns a function that creates the record and resolves to the new id; undefined if the area has no create endpoint.
 */
function useRecreate(creation: Creation | undefined, { draft, get, update, draftName }: RecreateOptions) {
  const action = useAction(creation?.call ?? update, { messages: creation?.messages, movesOn: true });
  if (!creation) return undefined;
  return async (values: object): Promise<Outcome<string>> => {
    const body = draftOf(bodyOf(creation.call), values);
    const outcome = await action.run({ params: creation.params, body }, { showsErrors: true });
    if (!outcome.ok) return outcome;
    const id = callUntyped(creation.idFrom, outcome.reply);
    // Fields that the create endpoint does not take are stored as a draft of the new record.
    if (Object.keys(body).length < Object.keys(values).length) {
      const created = (await call(get, { params: { id } })) as { version: number };
      storeDraft(draftName(id), { values, base: baselineOf(draft, created) });
    }
    return { ok: true, reply: id };
  };
}

function bodyOf({ body }: Endpoint): z.ZodObject {
  return (body instanceof z.ZodDefault ? body.unwrap() : body) as z.ZodObject;
}
