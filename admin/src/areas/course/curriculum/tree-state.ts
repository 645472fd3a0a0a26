/** The state of the tree beside the curriculum: what is folded, ticked, renamed or being written. */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ItemType } from '#contract/lesson-rules.ts';
import { type NewItem, isNew, lineOf } from './new-items.ts';
import { type Place, type Row, keyOf, rowsOf } from './order.ts';
import type { Target } from './use-copying.ts';
import type { Curriculum } from './use-curriculum.ts';

export interface TreeProps {
  work: Curriculum;
  chosen: string | undefined;
  choose: (key: string | undefined) => void;
  mayEdit: boolean;
  /** Asks what to copy from another course, to behind a line. */
  copy: (target: Target) => void;
}

export function useTreeState({ work, chosen, choose, copy }: TreeProps) {
  const { folded, fold } = useFolds();
  const { ticked, tick, setTicked } = useTicks();
  const [isSelecting, setSelecting] = useState(false);
  const [renaming, setRenaming] = useState<string>();
  const writing = useWriting((sectionId) => fold(sectionId, false));
  const { adding } = writing;
  const { sections, waiting } = work;
  const rows = useMemo(
    () => rowsOf(sections, folded, adding && { ...adding, after: lineOf(adding.after) }, waiting),
    [sections, folded, adding, waiting],
  );
  const active = rows.find(({ key }) => key === chosen) ?? rows[0];
  /** What an action is about: what is ticked, or the line that has the focus. */
  const items = useMemo(() => {
    const wanted = ticked.size > 0 ? ticked : new Set(active?.item ? [active.key] : []);
    return work.sections.flatMap((section) => section.items).filter((item) => wanted.has(keyOf(item)));
  }, [work.sections, ticked, active]);
  return {
    rows,
    active,
    folded,
    fold,
    ticked,
    tick,
    setTicked,
    isSelecting,
    setSelecting,
    copyBehind: ({ section, item }: Row) => copy({ section, item }),
    renaming,
    setRenaming,
    ...writing,
    items,
    choose,
    land: useLanding(waiting, choose),
  };
}
export type TreeState = ReturnType<typeof useTreeState>;

/** What is being written, and where. */
function useWriting(unfold: (sectionId: string) => void) {
  const [adding, setAdding] = useState<Place>();
  const [isAddingSection, setAddingSection] = useState(false);
  const [type, setType] = useState<ItemType>('VIDEO');
  const add = (place: Place | undefined) => {
    // Who adds to a section sees what is in it afterwards.
    if (place) unfold(place.sectionId);
    setAdding(place);
  };
  return { adding, setAdding: add, isAddingSection, setAddingSection, type, setType };
}

type Keys = ReadonlySet<string>;
const put = (all: Keys, key: string, isIn: boolean): Keys =>
  isIn ? new Set([...all, key]) : new Set([...all].filter((one) => one !== key));

/** Sections that show no items. */
function useFolds() {
  const [folded, setFolded] = useState<Keys>(new Set());
  const fold = (sectionId: string, isFolded = !folded.has(sectionId)) =>
    setFolded((all) => put(all, sectionId, isFolded));
  return { folded, fold };
}

function useTicks() {
  const [ticked, setTicked] = useState<Keys>(new Set());
  return { ticked, setTicked, tick: (key: string) => setTicked((all) => put(all, key, !all.has(key))) };
}

/** Goes to a line; to one that is being added when it is there, unless the person is elsewhere by then. */
function useLanding(waiting: readonly NewItem[], choose: (key: string) => void) {
  const landing = useRef<string>(undefined);
  const land = (key: string) => {
    const line = lineOf(key);
    landing.current = isNew(line) ? line : undefined;
    if (isNew(line)) return focusTree();
    choose(line);
    focusLine(line);
  };
  const arrive = useEffectEvent(() => {
    if (landing.current === undefined || isNew(lineOf(landing.current))) return;
    if (document.activeElement?.matches('[data-tree] [role="tree"]')) land(landing.current);
    landing.current = undefined;
  });
  useEffect(() => arrive(), [waiting]);
  return land;
}

const focusTree = () =>
  document.querySelector<HTMLElement>('[data-tree] [role="tree"]')?.focus({ preventScroll: true });

/** The key of the line that keys are for, now; undefined where no tree is. */
export const activeNow = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-tree] [aria-current="true"]')?.dataset['key'];

/** Of a line that is drawn within a second; unless the person has begun to write elsewhere. */
export function focusLine(key: string): void {
  const from = document.activeElement;
  const until = performance.now() + 1_000;
  const look = () => {
    const line = document.querySelector<HTMLElement>(`[data-tree] [data-key="${key}"]`);
    const at = document.activeElement;
    if (line) return line.focus({ preventScroll: true });
    if (performance.now() > until || (at !== from && at?.matches('input, textarea, select'))) return;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Ticks every item from the one that has the focus to this one. */
export function tickTo({ rows, active, setTicked, ticked }: TreeState, row: Row): void {
  const [from, to] = [rows.findIndex(({ key }) => key === active?.key), rows.indexOf(row)];
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  setTicked(new Set([...ticked, ...between.filter(({ item }) => item).map(({ key }) => key)]));
}

/** In the mode that selects: ticks or unticks a line, and with a section all that stands in it. */
export function toggle({ setTicked, ticked, tick }: TreeState, { section, item, key }: Row): void {
  if (item) return tick(key);
  const keys = section.items.map(keyOf);
  const isWhole = keys.every((one) => ticked.has(one));
  setTicked(isWhole ? new Set([...ticked].filter((one) => !keys.includes(one))) : new Set([...ticked, ...keys]));
}

/** The state as a key means it that was pressed on a line: also on one that has the focus without being chosen. */
export function stateAt(state: TreeState, target: EventTarget): TreeState {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
  const row = state.rows.find(({ key }) => key === line?.dataset['key']);
  if (!row || row.key === state.active?.key) return state;
  return { ...state, active: row, ...(state.ticked.size === 0 && { items: row.item ? [row.item] : [] }) };
}
