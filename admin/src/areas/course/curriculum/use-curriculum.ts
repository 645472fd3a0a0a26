/** Actions on a curriculum: optimistic, and reverted if the server refuses. */
import { useRef, useState } from 'react';
import { type ItemType, itemTypeNames } from '#contract/course/lesson/rules.ts';
import * as contract from '#contract/course/section/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { useTask } from '#kit/api/use-action.ts';
import { counted } from '#kit/format/formats.ts';
import type { OpenCourse } from '../course-words.tsx';
import { addItem, tryAgain, useNewItems } from './new-items.ts';
import { type Place, type Row, type Section, keyOf, moved, undoMoves } from './order.ts';
import { type Run, usePending } from './pending.ts';
import { useItems } from './use-items.ts';
import { useSections } from './use-sections.ts';

export type Curriculum = ReturnType<typeof useCurriculum>;

export function useCurriculum({ id, record, refetch }: OpenCourse) {
  const read = async () => (await refetch())?.sections;
  const { shown, run } = usePending(record.sections, read);
  const [announcement, say] = useState('');
  const moving = useMoving(id, shown, run, say);
  const { make, ...items } = useItems(id, shown, run, read);
  const sections = useSections(id, shown, run);
  return {
    sections: shown,
    ...moving,
    remove: items.remove,
    duplicate: items.duplicate,
    addSection: sections.addSection,
    removeSection: sections.removeSection,
    duplicateSection: sections.duplicateSection,
    /** Last action in words, for screen readers. */
    announcement,
    waiting: useNewItems(id),
    /** Adds an item and returns the key of its row, which is shown at once. */
    add: (type: ItemType, name: string, place: Place) => {
      say(`Adding ${name || itemTypeNames[type]}`);
      return addItem({ courseId: id, type, name, ...place }, make);
    },
    tryAgain: () => tryAgain(id, make),
    /** Resolves to whether the rename succeeded. */
    rename: async ({ item, section }: Row, name: string) => {
      const was = (item ?? section).name;
      const { ok } = await (item ? items.rename(item, name) : sections.renameSection(section, name));
      say(ok ? `Renamed ${was} to ${name}` : `${was} could not be renamed`);
      return ok;
    },
    moveSection: (sectionId: string, before: string | undefined) => {
      const name = shown.find((section) => section.sectionId === sectionId)?.name ?? '';
      const next = shown.find((section) => section.sectionId === before)?.name;
      say(next === undefined ? `Moved ${name} to the end` : `Moved ${name} before ${next}`);
      return sections.moveSection(sectionId, before);
    },
  };
}

const namesOf = (sections: readonly Section[], keys: ReadonlySet<string>) => {
  const items = sections.flatMap((section) => section.items).filter((item) => keys.has(keyOf(item)));
  return items.length === 1 ? items[0]!.name : counted(items.length, 'item', 'items');
};

/** "Moved Tiga to 1 of 3 in Pembuka". */
function whereTo(sections: readonly Section[], keys: ReadonlySet<string>, name: string): string {
  const section = sections.find(({ items }) => items.some((item) => keys.has(keyOf(item))));
  if (!section) return '';
  const at = section.items.findIndex((item) => keys.has(keyOf(item))) + 1;
  return `Moved ${name} to ${at} of ${section.items.length} in ${section.name}`;
}

interface Moving {
  moves: contract.Move[];
  back: contract.Move[];
  name: string;
}

function useMoving(id: string, sections: Section[], run: Run, say: (what: string) => void) {
  const send = (moves: contract.Move[]) => call(contract.moveItems, { params: { id }, body: { moves } });
  const task = { messages: contract.moveItems.messages, writes: true } as const;
  const undos = useRef<(() => void)[]>([]);
  const restore = useTask<Moving, unknown>({ ...task, about: ({ name }) => name, perform: ({ back }) => send(back) });
  const takeBack = (input: Moving) => {
    say(`Took the move of ${input.name} back`);
    void run(
      (now) => moved(now, input.back),
      () => restore.run(input),
    );
  };
  const move = useTask<Moving, unknown>({
    ...task,
    about: ({ name }) => name,
    undo: (input) => () => takeBack(input),
    perform: ({ moves }) => send(moves),
  });
  return {
    move: async (one: contract.Move) => {
      const keys = new Set(one.items.map(keyOf));
      const input = { moves: [one], back: undoMoves(sections, keys), name: namesOf(sections, keys) };
      const undo = () => takeBack(input);
      // Pushed before the reply, so that an early Undo means this move, not the one before it.
      undos.current.push(undo);
      say(whereTo(moved(sections, [one]), keys, input.name));
      const { ok } = await run(
        (now) => moved(now, [one]),
        () => move.run(input),
      );
      if (!ok) say(`${input.name} could not be moved`);
      if (!ok) undos.current = undos.current.filter((other) => other !== undo);
    },
    /** Undoes the last move. */
    undo: () => undos.current.pop()?.(),
  };
}
