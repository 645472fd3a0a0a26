/** Virtualized tree of a curriculum, with keyboard, drag and drop, and multiple selection. */
import { useVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual';
import { type MouseEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { usePageKeys, type Keys } from '#kit/feedback/keys.ts';
import { dropItem, lineOf } from './new-items.ts';
import { type Place, type Row, sectionKey } from './order.ts';
import { VisuallyHidden } from '@mantine/core';
import { NewLine } from './new-line.tsx';
import { NewSection } from './new-section.tsx';
import { TreeActions } from './tree-actions.tsx';
import { TreeLine, styleAt } from './tree-line.tsx';
import {
  type TreeProps,
  type TreeState,
  focusLine,
  isUnsaved,
  selectRange,
  toggle,
  useTreeState,
} from './tree-state.ts';
import type { Curriculum } from './use-curriculum.ts';
import { useDrops } from './use-drops.ts';
import { WaitingLine } from './waiting-line.tsx';
import { useTreeKeys } from './use-tree-keys.ts';
import classes from './curriculum.module.css';

const keys: Keys = [
  ['↑ ↓', 'Move between lines'],
  ['← →', 'Fold and open a section, → goes into the form of an item'],
  ['Enter', 'Add an item below'],
  ['F2', 'Rename'],
  ['Alt ↑ ↓', 'Move up and down'],
  ['x', 'Select, for several at once'],
  ['d', 'Duplicate'],
  ['c', 'Copy from another course'],
  ['Del', 'Delete'],
  ['Ctrl Z', 'Undo the last move'],
];

export function Tree(props: TreeProps) {
  const { work, mayEdit } = props;
  const state = useTreeState(props);
  const { rows, active, adding } = state;
  const scroll = useRef<HTMLDivElement>(null);
  const lines = useLines(rows, active, scroll);
  usePageKeys(keys);
  const onKey = useTreeKeys(state, work, mayEdit);
  useDrops(state, work, mayEdit);
  const { rename, typedIn } = useRename(state, work);
  const clicks = useClicks(state, mayEdit);
  const placed = useMemo(() => placesOf(rows), [rows]);
  return (
    <>
      {mayEdit && <TreeActions state={state} work={work} />}
      <VisuallyHidden role="status" aria-label="What was done">
        {work.announcement}
      </VisuallyHidden>
      <div ref={scroll} className={classes['tree']} data-tree>
        <div
          role="tree"
          aria-label="Curriculum"
          aria-multiselectable
          tabIndex={-1}
          style={{ height: lines.getTotalSize() }}
          onKeyDown={onKey}
          {...clicks}
        >
          {lines.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index]!;
            if (row.waiting)
              return (
                <WaitingLine
                  key={row.key}
                  style={styleAt(start, size)}
                  item={row.waiting}
                  tryAgain={() => (work.tryAgain(), focusLine(active?.key ?? ''))}
                  drop={(item) => (dropItem(item), focusLine(active?.key ?? ''))}
                />
              );
            if (row.isNew && adding)
              return <AddLine key="new" style={styleAt(start, size)} state={state} work={work} place={adding} />;
            return (
              <TreeLine
                key={row.key}
                row={row}
                start={start}
                size={size}
                isTicked={state.isSelecting ? state.ticked.has(row.key) : undefined}
                isActive={row.key === active?.key}
                isChosen={state.ticked.size > 0 ? state.ticked.has(row.key) : row.key === props.chosen}
                isFolded={state.folded.has(row.section.sectionId)}
                isRenaming={state.renaming === row.key}
                typed={typedIn(row.key)}
                isDirty={isUnsaved(row.key)}
                reach={row.item && props.reach.get(row.item.id)}
                {...placed[index]!}
                rename={rename}
              />
            );
          })}
        </div>
      </div>
      {state.isAddingSection && (
        <NewSection work={work} choose={state.choose} end={() => state.setAddingSection(false)} />
      )}
    </>
  );
}

/** Position of each row among its siblings, from 1, and their number. */
function placesOf(rows: readonly Row[]): { index: number; total: number }[] {
  const sections = rows.filter(({ item, isNew }) => !item && !isNew).length;
  let [section, place] = [0, 0];
  return rows.map(({ item, isNew, section: of }) => {
    if (!item && !isNew) [section, place] = [section + 1, 0];
    else if (item) place += 1;
    return item ? { index: place, total: of.items.length } : { index: section, total: sections };
  });
}

function useLines(rows: readonly Row[], active: Row | undefined, scroll: { current: HTMLDivElement | null }) {
  const at = rows.findIndex(({ key }) => key === active?.key);
  // oxlint-disable-next-line react/incompatible-library -- its results are used only here, during this render
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 36,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    // Keep the focused row rendered, however far it is scrolled away.
    rangeExtractor: (range) =>
      [...new Set([...(at < 0 ? [] : [at]), ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b),
  });
  useEffect(() => {
    if (at >= 0) lines.scrollToIndex(at, { align: 'auto' });
  }, [at, lines]);
  const key = active?.key;
  // While the tree has the focus, it follows the chosen row.
  useEffect(() => {
    const tree = scroll.current;
    if (!tree?.contains(document.activeElement) || document.activeElement?.matches('input, select')) return;
    tree.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus({ preventScroll: true });
  }, [key, scroll]);
  return lines;
}

/** Mouse actions on rows: click chooses, Shift selects a range, the chevron folds a section, double-click renames. */
function useClicks(state: TreeState, mayEdit: boolean) {
  const rowAt = (target: EventTarget) => {
    if (!(target instanceof Element) || target.closest('input, select')) return undefined;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    return state.rows.find((row) => row.key === key);
  };
  return {
    onClick: ({ target, shiftKey }: MouseEvent) => {
      const row = rowAt(target);
      if (!row) return;
      if (target instanceof Element && target.closest('[data-fold]')) return state.fold(row.section.sectionId);
      if (state.isSelecting && mayEdit) return toggle(state, row);
      if (shiftKey && mayEdit) selectRange(state, row);
      else state.setTicked(new Set());
      state.choose(row.key);
      focusLine(row.key);
    },
    onDoubleClick: ({ target }: MouseEvent) => {
      const row = rowAt(target);
      if (row && mayEdit && !state.isSelecting) state.setRenaming(row.key);
    },
  };
}

/** Stable, so that rows can be memoized. A refused name stays in the input to be corrected. */
function useRename(state: TreeState, work: Curriculum) {
  const latest = useRef({ state, work });
  latest.current = { state, work };
  const unsaved = useRef(new Map<string, string>());
  const rename = useCallback(async (row: Row, name: string | undefined) => {
    const { state: now, work: how } = latest.current;
    now.setRenaming(undefined);
    focusLine(row.key);
    if (!name) return;
    unsaved.current.set(row.key, name);
    if (await how.rename(row, name)) return void unsaved.current.delete(row.key);
    const at = document.activeElement;
    if (at?.closest('[data-tree]') && !at.matches('input, select')) now.setRenaming(row.key);
  }, []);
  return { rename, typedIn: (key: string) => unsaved.current.get(key) };
}

interface AddProps {
  state: TreeState;
  work: Curriculum;
  place: Place;
  style: { transform: string; height: number };
}

function AddLine({ state, work, place, style }: AddProps) {
  const { type, setType, setAdding, land } = state;
  return (
    <NewLine
      style={style}
      type={type}
      setType={setType}
      add={(...names) => {
        let { after } = place;
        for (const name of names) after = work.add(type, name, { ...place, after: lineOf(after) });
        setAdding({ ...place, after });
      }}
      end={() => {
        setAdding(undefined);
        land(place.after ?? sectionKey(place.sectionId));
      }}
      leave={() => setAdding(undefined)}
    />
  );
}
