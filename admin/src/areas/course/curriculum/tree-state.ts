/** State of the curriculum tree: folded, selected, renamed and added rows. */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ItemType } from '#contract/course/lesson/rules.ts';
import { hasDraft } from '#kit/form/stored-draft.ts';
import { type NewItem, isNew, lineOf } from './new-items.ts';
import { type Place, type Row, draftsOf, keyOf, rowsOf } from './order.ts';
import type { Reach } from './reach.ts';
import type { Target } from './use-copying.ts';
import type { Curriculum } from './use-curriculum.ts';

export interface TreeProps {
  work: Curriculum;
  chosen: string | undefined;
  choose: (key: string | undefined) => void;
  mayEdit: boolean;
  /** Opens the dialog that copies from another course, and inserts the copies after a row. */
  copy: (target: Target) => void;
  /** How far members get, by item id. */
  reach: ReadonlyMap<string, Reach>;
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
  /** Target of an action: the selection, else the focused row. */
  const items = useMemo(() => {
    const targets = ticked.size > 0 ? ticked : new Set(active?.item ? [active.key] : []);
    return work.sections.flatMap((section) => section.items).filter((item) => targets.has(keyOf(item)));
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

/** Whether a row has unsaved input. */
export const isUnsaved = (key: string): boolean => draftsOf(key).some(hasDraft);

/** State of the input for a new item: whether it is open, and where. */
function useWriting(unfold: (sectionId: string) => void) {
  const [adding, setAdding] = useState<Place>();
  const [isAddingSection, setAddingSection] = useState(false);
  const [type, setType] = useState<ItemType>('VIDEO');
  const add = (place: Place | undefined) => {
    // Unfold the section, so that the result is visible.
    if (place) unfold(place.sectionId);
    setAdding(place);
  };
  return { adding, setAdding: add, isAddingSection, setAddingSection, type, setType };
}

type Keys = ReadonlySet<string>;
const put = (all: Keys, key: string, isIn: boolean): Keys =>
  isIn ? new Set([...all, key]) : new Set([...all].filter((one) => one !== key));

/** Folded sections. */
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

/** Focuses a row; for a row still being created, once it exists, unless the focus has moved elsewhere. */
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

/** Key of the row that keyboard shortcuts act on; undefined without a tree. */
export const activeKey = (): string | undefined =>
  document.querySelector<HTMLElement>('[data-tree] [aria-current="true"]')?.dataset['key'];

/** Focuses an element as soon as it is visible, within a second, unless the user has focused an input elsewhere. */
function focusOnceShown(find: () => HTMLElement | null | undefined): void {
  const from = document.activeElement;
  const until = performance.now() + 1_000;
  const look = () => {
    const found = find();
    const at = document.activeElement;
    if (performance.now() > until || (at !== from && at?.matches('input, textarea, select'))) return;
    if (found?.checkVisibility()) return found.focus({ preventScroll: true });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

export const focusLine = (key: string): void =>
  focusOnceShown(() => document.querySelector<HTMLElement>(`[data-tree] [data-key="${key}"]`));

/** Focuses the first field beside the tree; in a quiz the first question, or the button that adds it. */
export const focusForm = (): void =>
  focusOnceShown(() =>
    ['[data-block] textarea', '[data-path]', '[data-add]']
      .map((selector) => document.querySelector<HTMLElement>(`[data-beside-tree] ${selector}`))
      .find(Boolean),
  );

/** Selects every item from the focused one to this one. */
export function selectRange({ rows, active, setTicked, ticked }: TreeState, row: Row): void {
  const [from, to] = [rows.findIndex(({ key }) => key === active?.key), rows.indexOf(row)];
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  setTicked(new Set([...ticked, ...between.filter(({ item }) => item).map(({ key }) => key)]));
}

/** In the selection mode: toggles an item, or all items of a section. */
export function toggle({ setTicked, ticked, tick }: TreeState, { section, item, key }: Row): void {
  if (item) return tick(key);
  const keys = section.items.map(keyOf);
  const isWhole = keys.every((one) => ticked.has(one));
  setTicked(isWhole ? new Set([...ticked].filter((one) => !keys.includes(one))) : new Set([...ticked, ...keys]));
}

/** State for a key event: its row is the active one, even if it is focused but not chosen. */
export function stateAt(state: TreeState, target: EventTarget): TreeState {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
  const row = state.rows.find(({ key }) => key === line?.dataset['key']);
  if (!row || row.key === state.active?.key) return state;
  return { ...state, active: row, ...(state.ticked.size === 0 && { items: row.item ? [row.item] : [] }) };
}
