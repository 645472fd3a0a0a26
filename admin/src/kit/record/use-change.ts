/**
 * What a button does to a whole record: switches, publishes or deletes it. Where somebody else saved first and changed
 * what the person saw, it asks as a form does.
 */
import type { Draft } from '#contract/draft.ts';
import type { CallInput, Endpoint, Reply } from '#contract/kernel.ts';
import type { ApiError } from '../api/api-error.ts';
import { useAction, type ActionOptions, type Outcome } from '../api/use-action.ts';
import { alertPage } from '../feedback/page-alerts.ts';
import type { Compared } from '../form/conflict-dialog.tsx';
import { sayValue } from '../form/field-words.ts';
import { isSame } from '../form/values.ts';
import { askConflict } from './conflict-question.tsx';
import type { Opened } from './opened.ts';
import type { Versioned } from './use-record-form.ts';

interface Words<R> {
  /** What has not happened yet: "It is not switched on yet." */
  notYet: string;
  /** What it sets that is no field of the form, in words, and how a record has it. */
  sets?: { label: string; to: string; of: (record: R) => string };
  /** It destroys: nothing but the person's word does it to another record than was seen. */
  destroys?: string;
}

interface Options<E extends Endpoint> extends Omit<ActionOptions<CallInput<E>, Reply<E>>, 'undo'> {
  /** The body that takes one back; undefined: nothing does. */
  opposite?: (body: object) => object;
}

/** The action, with Undo where it has an opposite. */
function useUndoable<E extends Endpoint>(endpoint: E, { opposite, ...options }: Options<E>) {
  const back = useAction(endpoint, options);
  return useAction(endpoint, {
    ...options,
    undo: (input) => {
      const { body } = input as { body?: object };
      return opposite && body && (() => void back.run({ ...input, body: opposite(body) }));
    },
  });
}

export function useChange<E extends Endpoint, R extends Versioned, S extends Draft>(
  { id, form, refetch }: Opened<R, S>,
  endpoint: E,
  options: Options<E> = {},
) {
  const action = useUndoable(endpoint, options);
  const { fail } = options.messages ?? endpoint.messages ?? {};

  /** Changes what the person saw. */
  const run = async (seen: R, body: object | undefined, words: Words<R>): Promise<Outcome<Reply<E>>> => {
    const input = { params: { id }, ...(body && { body }) } as unknown as CallInput<E>;
    const outcome = await action.run(input, { ifMatch: seen.version, asksOnConflict: true });
    if (outcome.ok || outcome.error.status !== 412) return outcome;
    const conflict = conflictOf(outcome.error);
    const theirs = await refetch();
    if (!theirs) {
      alertPage(
        fail ?? 'Not done',
        `${conflict.by} saved this first, and it could not be read again. Try again in a moment.`,
      );
      return outcome;
    }
    const other = otherFields(form, seen, theirs, words.destroys ? '' : ' (not changed by you: theirs stays)');
    const isMeant =
      (other.length === 0 && !words.destroys) ||
      (await askConflict({ ...conflict, ...told(conflict, words), compared: [...ownField(theirs, words), ...other] }));
    return isMeant ? run(theirs, body, words) : outcome;
  };

  return { run, loading: action.loading };
}

/** The fields of the form that the other person changed. */
const otherFields = <R, S extends Draft>(
  form: Opened<R & Versioned, S>['form'],
  seen: R,
  theirs: R,
  note: string,
): Compared[] =>
  Object.keys(form.fields.values as object)
    .map((name) => ({ name, mine: seen[name as keyof R], theirs: theirs[name as keyof R] }))
    .filter(({ mine, theirs }) => !isSame(mine, theirs))
    .map(({ name, mine, theirs }) => {
      const field = form.field(name);
      return {
        label: field.label,
        mine: `${sayValue(mine, field)}${note}`,
        theirs: sayValue(theirs, field),
        isMine: false,
      };
    });

function ownField<R>(theirs: R, { sets }: Words<R>): Compared[] {
  if (!sets || sets.of(theirs) === sets.to) return [];
  return [{ label: sets.label, mine: sets.to, theirs: sets.of(theirs), isMine: true }];
}

const conflictOf = ({ conflict }: ApiError) => ({
  by: conflict?.by ?? 'Somebody',
  isYou: conflict?.isYou ?? false,
  at: conflict?.at ?? '',
});

const told = <R>({ by, isYou }: ReturnType<typeof conflictOf>, { notYet, destroys }: Words<R>) => ({
  text: `${notYet} Keeping yours ${destroys ? `deletes what ${isYou ? 'that tab' : by} changed too` : `keeps what ${isYou ? 'that tab' : by} changed`}.`,
  destroys,
});
