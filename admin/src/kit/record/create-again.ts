/** Creates a record again from its form after another user deleted it. */
import { z } from 'zod';
import type { Draft } from '#contract/kernel/draft.ts';
import type { Endpoint, Messages } from '#contract/kernel/endpoint.ts';
import { call } from '../api/call.ts';
import { useAction, type Outcome } from '../api/use-action.ts';
import { callUntyped } from '../call-untyped.ts';
import { storeDraft } from '../form/draft.ts';
import { baselineOf, draftOf } from '../form/values.ts';

/** How a record of this kind is created. */
export interface Creation {
  call: Endpoint;
  /** Path params of the URL. */
  params?: Record<string, string>;
  /** Reads the new id from the reply. */
  idFrom: (reply: never) => string;
  messages?: Messages | undefined;
}

interface Options {
  draft: Draft;
  get: Endpoint;
  update: Endpoint;
  /** Name of the form's draft for a record. */
  draftName: (id: string) => string;
}

/**
 * Returns a function that creates the record and resolves to the new id; undefined if the area has no create endpoint.
 */
export function useRecreate(creation: Creation | undefined, { draft, get, update, draftName }: Options) {
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
