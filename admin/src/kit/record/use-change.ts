/**
 * Action on a whole record: switch, publish or delete. If another user saved first, the conflict is resolved as in
 * forms.
 */
import type { Draft } from '#contract/kernel/draft.ts';
import type { CallInput, Endpoint, Reply } from '#contract/kernel/endpoint.ts';
import type { ApiError } from '../api/api-error.ts';
import { inputOf } from '../api/call.ts';
import { useAction, type ActionOptions, type Outcome } from '../api/use-action.ts';
import { showPageAlert } from '../feedback/page-alerts.ts';
import { type Compared, otherChangesOf } from '../form/conflict-dialog.tsx';
import { formatValue } from '../form/field-words.ts';
import { isSame } from '../form/values.ts';
import { askConflict } from './conflict-question.tsx';
import type { Opened } from './opened.ts';
import type { Versioned } from './use-record-form.ts';

interface Words<R> {
  /** First sentence of the conflict dialog, such as "It is not activated yet." */
  notYet: string;
  /** Value that the action sets outside the form's fields: label, new value, and formatter of the stored one. */
  sets?: { label: string; to: string; of: (record: R) => string };
  /** Label of a destructive action, which always asks before it applies to a newer version. */
  destroys?: string;
}

/** Body of the call for a version of the record; undefined: no body. */
type BodyOf<R> = ((record: R) => object) | undefined;

interface Options<E extends Endpoint> extends Omit<ActionOptions<CallInput<E>, Reply<E>>, 'undo'> {
  /** Body of the call that reverts a call with this body. Absent: no Undo. */
  opposite?: (body: object) => object;
}

/** Action whose toast has an Undo if `opposite` is present. */
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

/**
 * Runs an action on a record with its version. On a 412 it shows both versions and asks, if other fields changed or the
 * action is destructive.
 */
export function useChange<E extends Endpoint, R extends Versioned, S extends Draft>(
  { id, form, refetch }: Opened<R, S>,
  endpoint: E,
  options: Options<E> = {},
) {
  const action = useUndoable(endpoint, options);
  const { fail } = options.messages ?? endpoint.messages ?? {};

  /** Runs the action on the version that the user saw. */
  const run = async (base: R, bodyOf: BodyOf<R>, words: Words<R>): Promise<Outcome<Reply<E>>> => {
    const body = bodyOf?.(base);
    const input = inputOf(endpoint, { params: { id }, ...(body && { body }) });
    const outcome = await action.run(input, { ifMatch: base.version, asksOnConflict: true });
    if (outcome.ok || outcome.error.status !== 412) return outcome;
    const conflict = conflictOf(outcome.error);
    const theirs = await refetch();
    if (!theirs) {
      showPageAlert(
        fail ?? 'Not done',
        `${conflict.by} saved this first, and it could not be read again. Try again in a moment.`,
      );
      return outcome;
    }
    const other = otherFields(form, base, theirs, words.destroys ? '' : ' (not changed by you: theirs stays)');
    const isConfirmed =
      (other.length === 0 && !words.destroys) ||
      (await askConflict({
        ...conflict,
        ...dialogTexts(conflict, words),
        compared: [...ownField(theirs, words), ...other],
      }));
    return isConfirmed ? run(theirs, bodyOf, words) : outcome;
  };

  return { run, loading: action.loading };
}

/** Form fields that the other user changed. */
const otherFields = <R, S extends Draft>(
  form: Opened<R & Versioned, S>['form'],
  base: R,
  theirs: R,
  note: string,
): Compared[] =>
  Object.keys(form.fields.values as object)
    .map((name) => ({ name, mine: base[name as keyof R], theirs: theirs[name as keyof R] }))
    .filter(({ mine, theirs }) => !isSame(mine, theirs))
    .map(({ name, mine, theirs }) => {
      const field = form.field(name);
      return {
        label: field.label,
        mine: `${formatValue(mine, field)}${note}`,
        theirs: formatValue(theirs, field),
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

const dialogTexts = <R>(conflict: ReturnType<typeof conflictOf>, { notYet, sets, destroys }: Words<R>) => ({
  text: destroys
    ? `${notYet} “Keep mine” deletes it with ${otherChangesOf(conflict)}.`
    : `${notYet} Only the ${sets?.label.toLowerCase() ?? 'record'} is overwritten; ${otherChangesOf(conflict)} stay.`,
  destroys,
});
