/** What somebody else deleted is created again from what its form still has. */
import { z } from 'zod';
import type { Draft } from '#contract/draft.ts';
import type { CallInput, Endpoint, Messages } from '#contract/kernel.ts';
import { call } from '../api/call.ts';
import { useAction, type Outcome } from '../api/use-action.ts';
import { keepDraft } from '../form/draft.ts';
import { baselineOf, draftOf } from '../form/values.ts';

export interface Creation {
  call: Endpoint;
  /** Where the address needs more than the body. */
  params?: Record<string, string>;
  /** The id that its answer tells. */
  idFrom: (reply: never) => string;
  messages?: Messages | undefined;
}

interface Options {
  draft: Draft;
  get: Endpoint;
  update: Endpoint;
  /** Of the draft that a form keeps of a record. */
  draftName: (id: string) => string;
}

/** Undefined where the area creates none. Answers the new one's id. */
export function useCreateAgain(creation: Creation | undefined, { draft, get, update, draftName }: Options) {
  const action = useAction(creation?.call ?? update, { messages: creation?.messages, movesOn: true });
  if (!creation) return undefined;
  return async (values: object): Promise<Outcome<string>> => {
    const body = draftOf(bodyOf(creation.call), values);
    const input = { params: creation.params, body } as unknown as CallInput<Endpoint>;
    const outcome = await action.run(input, { showsErrors: true });
    if (!outcome.ok) return outcome;
    const id = creation.idFrom(outcome.reply as never);
    // What creating does not take is put into the new one's form, to be saved there.
    if (Object.keys(body).length < Object.keys(values).length) {
      const made = (await call(get, { params: { id } })) as { version: number };
      keepDraft(draftName(id), { values, base: baselineOf(draft, made) });
    }
    return { ok: true, reply: id };
  };
}

function bodyOf({ body }: Endpoint): z.ZodObject {
  return (body instanceof z.ZodDefault ? body.unwrap() : body) as z.ZodObject;
}
