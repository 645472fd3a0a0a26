/** Actions on sections: add, rename, delete, copy, reorder. */
import * as contract from '#contract/course/section/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { useAction, useTask } from '#kit/api/use-action.ts';
import { type Section, sectionKey } from './order.ts';
import { type Change, type Run, renamedIn } from './pending.ts';

const inOrder =
  (ids: readonly string[]): Change =>
  (now) =>
    now.toSorted((one, other) => ids.indexOf(one.sectionId) - ids.indexOf(other.sectionId));

/** Moves a section before another; undefined: to the end. The toast has Undo. */
function useReordering(id: string, sections: readonly Section[], run: Run) {
  const task = { messages: contract.reorderSections.messages, writes: true } as const;
  const put = (ids: string[]) => call(contract.reorderSections, { params: { id }, body: ids });
  const restore = useTask<{ ids: string[] }, unknown>({ ...task, perform: ({ ids }) => put(ids) });
  const reorder = useTask<{ ids: string[]; was: string[] }, unknown>({
    ...task,
    perform: ({ ids }) => put(ids),
    undo:
      ({ was }) =>
      () =>
        void run(inOrder(was), () => restore.run({ ids: was })),
  });
  return (sectionId: string, before: string | undefined) => {
    const was = sections.map((section) => section.sectionId);
    const others = was.filter((one) => one !== sectionId);
    const at = before === undefined ? -1 : others.indexOf(before);
    const ids = others.toSpliced(at < 0 ? others.length : at, 0, sectionId);
    return run(inOrder(ids), () => reorder.run({ ids, was }));
  };
}

export function useSections(id: string, sections: Section[], run: Run) {
  const create = useAction(contract.createSection);
  const update = useAction(contract.updateSection);
  const drop = useAction(contract.deleteSection);
  const copy = useAction(contract.copyParts, { messages: contract.createSection.messages });
  return {
    moveSection: useReordering(id, sections, run),
    addSection: async (name?: string) => {
      const outcome = await create.run({ params: { id }, body: name ? { name } : {} });
      return outcome.ok ? sectionKey(outcome.reply.sectionId) : undefined;
    },
    renameSection: ({ sectionId, version }: Section, name: string) =>
      run(renamedIn(sectionKey(sectionId), name), async (versionOf) => {
        const ifMatch = await versionOf(sectionKey(sectionId), version);
        return update.run({ params: { id, sectionId }, body: { name } }, { ifMatch });
      }),
    /** Refused with 412 if another user has added to the section meanwhile. */
    removeSection: ({ sectionId, version }: Section) =>
      run(
        (now) => now.filter((section) => section.sectionId !== sectionId),
        async (versionOf) => {
          const ifMatch = await versionOf(sectionKey(sectionId), version);
          return drop.run({ params: { id, sectionId } }, { ifMatch });
        },
      ),
    duplicateSection: async ({ sectionId }: Section) => {
      const outcome = await copy.run({ params: { id }, body: { sections: [sectionId], behind: sectionId } });
      const made = outcome.ok ? outcome.reply.sections[0] : undefined;
      return made && sectionKey(made);
    },
  };
}
