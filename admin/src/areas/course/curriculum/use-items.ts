/** Actions on curriculum items: create, rename, delete, copy. */
import { useRef } from 'react';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { createLesson, deleteLesson, updateLesson } from '#contract/course/lesson/endpoints.ts';
import { quizNameOf } from '#contract/course/lesson/rules.ts';
import { createQuiz, deleteQuiz, updateQuiz } from '#contract/course/quiz/endpoints.ts';
import { copyParts, deleteParts } from '#contract/course/section/endpoints.ts';
import { type Outcome, useAction } from '#kit/api/use-action.ts';
import { type Item, type Place, type Section, childOf, keyOf } from './order.ts';
import type { Make, NewItem } from './new-items.ts';
import { type Change, type Read, type Run, renamedIn } from './pending.ts';

const without =
  (keys: ReadonlySet<string>): Change =>
  (sections) =>
    sections.map((section) => ({ ...section, items: section.items.filter((item) => !keys.has(keyOf(item))) }));

const sectionOf = (sections: readonly Section[], { sectionId }: Place) =>
  sections.find((section) => section.sectionId === sectionId);

/** Position of a new item, from 1; undefined if the item before it is missing. */
const priorityAt = (sections: readonly Section[], place: Place): number | undefined => {
  if (place.after === undefined) return 1;
  const at = sectionOf(sections, place)?.items.findIndex((item) => keyOf(item) === place.after) ?? -1;
  return at < 0 ? undefined : at + 2;
};

/** Creates new items; `read` refetches the sections. */
function useMaking(sections: readonly Section[], read: Read): Make {
  const [addLesson, addQuiz] = [useAction(createLesson), useAction(createQuiz)];
  // The tab may be unmounted by now, or other items may have been created.
  const latest = useRef(sections);
  latest.current = sections;
  const make = ({ sectionId, type, name }: NewItem, priority: number, tell: (key: string) => void) => {
    if (type !== 'QUIZ' && type !== 'SURVEY') {
      const onReply = ({ lessonId }: Reply<typeof createLesson>) => tell(`lesson:${lessonId}`);
      return addLesson.run({ body: { sectionId, name, type, priority } }, { onReply });
    }
    const onReply = ({ quizId, surveyId }: Reply<typeof createQuiz>) =>
      tell(`${type.toLowerCase()}:${quizId ?? surveyId}`);
    const body = { sectionId, name: name || quizNameOf(sectionId, priority), priority, materialType: 'NONE' as const };
    return addQuiz.run({ query: { type }, body }, { onReply });
  };
  return async (item, tell) => {
    let now = latest.current;
    // If the item before it was deleted, the new one becomes the last.
    if (priorityAt(now, item) === undefined) now = (await read()) ?? now;
    const outcome = await make(item, priorityAt(now, item) ?? (sectionOf(now, item)?.items.length ?? 0) + 1, tell);
    if (outcome.ok) return 'made';
    if (outcome.error.status !== 400) return outcome.error;
    const after = await read();
    return after && !sectionOf(after, item) ? 'gone' : outcome.error;
  };
}

export function useItems(id: string, sections: Section[], run: Run, read: Read) {
  const [nameLesson, nameQuiz] = [useAction(updateLesson), useAction(updateQuiz)];
  const [dropLesson, dropQuiz] = [useAction(deleteLesson), useAction(deleteQuiz)];
  const dropItems = useAction(deleteParts);
  const copy = useAction(copyParts);
  return {
    make: useMaking(sections, read),
    rename: (item: Item, name: string) => {
      const input = { params: { id: item.id }, body: { name } };
      return run<Outcome<unknown>>(renamedIn(keyOf(item), name), async (versionOf) => {
        const how = { ifMatch: await versionOf(keyOf(item), item.version) };
        return item.kind === 'lesson' ? nameLesson.run(input, how) : nameQuiz.run(input, how);
      });
    },
    remove: (items: readonly Item[]) => {
      const [only] = items;
      return run<Outcome<unknown>>(without(new Set(items.map(keyOf))), async (versionOf) => {
        if (items.length !== 1 || !only) return dropItems.run({ params: { id }, body: { items: items.map(childOf) } });
        const how = { ifMatch: await versionOf(keyOf(only), only.version) };
        return (only.kind === 'lesson' ? dropLesson : dropQuiz).run({ params: { id: only.id } }, how);
      });
    },
    /** Copies items to behind the last of them; resolves to the keys of the copies. */
    duplicate: async (items: readonly Item[]): Promise<string[]> => {
      const last = items.at(-1);
      const section = sections.find((one) => last && one.items.includes(last));
      if (!last || !section) return [];
      const next = section.items[section.items.indexOf(last) + 1];
      const outcome = await copy.run({
        params: { id },
        body: {
          items: { items: items.map(childOf), sectionId: section.sectionId, before: next ? childOf(next) : null },
        },
      });
      return outcome.ok ? outcome.reply.items.map(keyOf) : [];
    },
  };
}
