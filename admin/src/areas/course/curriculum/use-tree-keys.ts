/** Keyboard shortcuts of the curriculum tree. */
import type { KeyboardEvent } from 'react';
import { type Row, keyOf, step } from './order.ts';
import { type TreeState, focusForm, stateAt, selectRange } from './tree-state.ts';
import { duplicate, remove } from './tree-actions.tsx';
import type { Curriculum } from './use-curriculum.ts';

/** Returns whether it handled the key. */
type KeyWork = (event: KeyboardEvent, state: TreeState, work: Curriculum) => boolean;

const walking: KeyWork = (event, state) => {
  const { rows, active, choose, folded, fold } = state;
  const lines = rows.filter(({ isNew }) => !isNew);
  const at = lines.findIndex(({ key }) => key === active?.key);
  const go = (row: Row | undefined) => {
    if (row && event.shiftKey) selectRange(state, row);
    if (row) choose(row.key);
  };
  const steps: Readonly<Record<string, Row | undefined>> = {
    ArrowDown: lines[at + 1],
    ArrowUp: lines[at - 1],
    Home: lines[0],
    End: lines.at(-1),
  };
  if (event.key in steps) go(steps[event.key]);
  else if (event.key === 'ArrowLeft' && active?.item)
    go(lines.find(({ section, item }) => section === active.section && !item));
  else if (event.key === 'ArrowLeft' && active) fold(active.section.sectionId, true);
  else if (event.key === 'ArrowRight' && active && folded.has(active.section.sectionId))
    fold(active.section.sectionId, false);
  else if (event.key === 'ArrowRight' && active && !active.item) go(lines[at + 1]);
  else if (event.key === 'ArrowRight' && active) focusForm();
  else return false;
  return true;
};

const changing: KeyWork = (event, state, work) => {
  const { active, items, setAdding, setRenaming, tick, setTicked, ticked } = state;
  if (!active) return false;
  const { item, section, key } = active;
  if (event.key === 'Enter') setAdding({ sectionId: section.sectionId, ...(item && { after: key }) });
  else if (event.key === 'F2') setRenaming(key);
  else if ((event.key === 'x' || event.key === ' ') && item) tick(key);
  else if (event.key === 'Escape' && ticked.size > 0) setTicked(new Set());
  else if (event.key === 'c' && !event.ctrlKey && !event.metaKey) state.copyBehind(active);
  else if (event.key === 'd') void duplicate(state, work);
  else if (event.key === 'Delete') void remove(state, work);
  else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) work.undo();
  else return false;
  return items !== undefined;
};

const moving: KeyWork = ({ key, altKey }, { active, items }, work) => {
  const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[key];
  if (!altKey || !by || !active) return false;
  if (active.item) {
    const move = step(work.sections, new Set(items.map(keyOf)), by);
    if (move) void work.move(move);
    return true;
  }
  const at = work.sections.findIndex(({ sectionId }) => sectionId === active.section.sectionId);
  if (work.sections[at + by]) {
    const before = by < 0 ? work.sections[at - 1] : work.sections[at + 2];
    void work.moveSection(active.section.sectionId, before?.sectionId);
  }
  return true;
};

export function useTreeKeys(state: TreeState, work: Curriculum, mayEdit: boolean) {
  return (event: KeyboardEvent): void => {
    const at = stateAt(state, event.target);
    const isHandled =
      (mayEdit && moving(event, at, work)) ||
      (!event.altKey && walking(event, at, work)) ||
      (mayEdit && !event.altKey && changing(event, at, work));
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
