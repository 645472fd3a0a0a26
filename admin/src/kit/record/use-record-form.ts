/** One record and the form on it: read by its address, saved with the version that was seen, conflicts settled. */
import { useParams } from '@tanstack/react-router';
import type { z } from 'zod';
import type { Draft } from '#contract/draft.ts';
import { mayCall, type CallInput, type Endpoint, type Reply } from '#contract/kernel.ts';
import { role } from '../api/session.ts';
import { useAction, type ActionOptions, type Outcome, type RunOptions } from '../api/use-action.ts';
import { useCall, type CallResult } from '../api/use-call.ts';
import { useEditForm, type EditForm } from '../form/use-edit-form.ts';
import { baselineOf, draftOf, type Typed } from '../form/values.ts';

/** What every record that people edit has. */
export interface Versioned {
  name: string;
  version: number;
}

export interface RecordForm<R extends Versioned, S extends Draft> {
  id: string;
  /** Its area, which is its name in the trail too: `learning-path`. */
  area: string;
  draft: S;
  /** Who may not edit reads. */
  mayEdit: boolean;
  result: CallResult<R>;
  save: (body: z.input<S>, options: RunOptions) => Promise<Outcome<unknown>>;
}

/** The record whose id is in the address. `update` takes what `draft` describes; `messages`: where they differ by kind. */
export function useRecordForm<G extends Endpoint, S extends Draft>(
  get: G,
  update: Endpoint,
  draft: S,
  options: ActionOptions = {},
): RecordForm<Reply<G> & Versioned, S> {
  const { id = '' } = useParams({ strict: false });
  const params = { id };
  const result = useCall(get, { params } as unknown as CallInput<G>) as CallResult<Reply<G> & Versioned>;
  const action = useAction(update, options);
  return {
    id,
    area: get.area,
    draft,
    mayEdit: mayCall(update, role() ?? ''),
    result,
    save: (body, how) => action.run({ params, body }, how),
  };
}

/** The form, once the record is there. `reveal` opens the tab with the fields. */
export function useOpenForm<R extends Versioned, S extends Draft>(
  { area, id, draft, result, save }: RecordForm<R, S>,
  record: R,
  reveal: () => void,
): EditForm<Typed<z.input<S>>> {
  return useEditForm<S, unknown>({
    name: `${area}/${id}`,
    schema: draft,
    initial: draftOf(draft, record),
    version: record.version,
    latest: async () => baselineOf(draft, await result.refetch()),
    save,
    reveal,
  });
}
