/** Confirmation before parts of the curriculum are deleted; it names them and what is deleted with them. */
import { confirm } from '#kit/feedback/confirm.tsx';
import { counted, listed } from '#kit/format/formats.ts';
import { type ItemType, itemTypeNames } from '#contract/course/lesson/rules.ts';
import type { Item, Row } from './order.ts';

const kinds: Readonly<Record<Item['kind'], readonly [string, string]>> = {
  lesson: ['lesson', 'lessons'],
  quiz: ['quiz', 'quizzes'],
  survey: ['survey', 'surveys'],
};

/** "3 lessons and 1 quiz". */
function inWords(items: readonly Item[]): string {
  const parts = Object.entries(Object.groupBy(items, ({ kind }) => kind)).map(([kind, some]) =>
    counted(some.length, ...kinds[kind as Item['kind']]),
  );
  return listed(parts);
}

const goesWith: Readonly<Record<Item['kind'], string>> = {
  lesson: 'its content, files and pictures are deleted too',
  quiz: 'its questions and the members’ attempts are deleted too',
  survey: 'its questions and the members’ answers are deleted too',
};

/** Reason why the items, or without items the row's section, cannot be deleted; undefined if they can. */
export function removalProblem({ section }: Row, items: readonly Item[]): string | undefined {
  const held = (items.length === 0 ? section.items : items).find(({ isHeld }) => isHeld);
  return held && `The attendance of “${held.name}” was taken: what is saved stays`;
}

/** Confirms the deletion of the items, or without items of the row's section. */
export function confirmRemoval({ section }: Row, items: readonly Item[]): Promise<boolean> {
  const [only] = items;
  if (items.length === 0) {
    const { name, items: all } = section;
    return confirm({
      title: `Delete the section "${name}"?`,
      text:
        all.length === 0
          ? 'Delete: nothing goes with it, because it is empty.'
          : `Delete: ${inWords(all)} ${all.length === 1 ? 'goes' : 'go'} with it. This cannot be undone.`,
      action: all.length === 0 ? 'Delete 1 section' : `Delete 1 section with ${inWords(all)}`,
      isDestructive: true,
    });
  }
  if (items.length === 1 && only) {
    const kind = itemTypeNames[only.type as ItemType].toLowerCase();
    return confirm({
      title: `Delete the ${kind} "${only.name}"?`,
      text: `Delete: ${goesWith[only.kind]}. This cannot be undone.`,
      action: `Delete 1 ${kind}`,
      isDestructive: true,
    });
  }
  return confirm({
    title: `Delete ${inWords(items)}?`,
    text: 'Delete: their contents are deleted too. This cannot be undone.',
    action: `Delete ${inWords(items)}`,
    isDestructive: true,
  });
}
