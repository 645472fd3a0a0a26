/** Changes of a waiting list, each with its undo. */
import { assignments } from '#contract/assignment/table.ts';
import { addWaiting, offerPlace, removeWaiting, restoreWaiting, withdrawOffer } from '#contract/course/waiting-list.ts';
import { useAction } from '#kit/api/use-action.ts';

const { courseUsers } = assignments;

/** `add` puts people at the end; `take` removes one; `assign` lets one in, and leaves the list by that. */
export function useWaiting(courseId: string) {
  const params = { id: courseId };
  const restore = useAction(restoreWaiting);
  const unassign = useAction(courseUsers.unassign);
  const withdrawing = useAction(withdrawOffer);
  const remove = useAction(removeWaiting, {
    undo:
      ({ body }) =>
      () =>
        void restore.run({ params, body }),
  });
  const adding = useAction(addWaiting, {
    undo: ({ body }, { changed }) =>
      changed === 1 && 'userId' in body ? () => void remove.run({ params, body: { userId: body.userId } }) : undefined,
  });
  const assigning = useAction(courseUsers.assign, {
    undo: (input, { changed }) =>
      changed === 1
        ? async () => {
            const { ok } = await unassign.run(input);
            if (ok) await restore.run({ params, body: { userId: String(input.body?.['userId']) } });
          }
        : undefined,
  });
  const offering = useAction(offerPlace, {
    undo:
      ({ body: { userId } }) =>
      () =>
        void withdrawing.run({ params, body: { userId } }),
  });
  return {
    adding,
    offering,
    take: (userId: string) => remove.run({ params, body: { userId } }),
    withdraw: (userId: string) => withdrawing.run({ params, body: { userId } }),
    assign: (userId: string) => assigning.run(courseUsers.inputOf(courseId, [userId])),
    isWorking: remove.loading || withdrawing.loading || assigning.loading,
  };
}
