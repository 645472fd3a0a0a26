/** Drop handling of the curriculum tree. */
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useEffectEvent } from 'react';
import { type Row, childOf, keyOf } from './order.ts';
import type { Edge } from '#kit/list/use-dragging.ts';
import type { TreeState } from './tree-state.ts';
import type { Curriculum } from './use-curriculum.ts';

interface Drop {
  source: Row;
  target: Row;
  edge: Edge;
}

/**
 * Drops an item beside another item; on a section it becomes the first item, above it the last item of the previous
 * section.
 */
function dropItem({ source, target, edge }: Drop, { ticked }: TreeState, work: Curriculum): void {
  const { sections } = work;
  const keys = ticked.has(source.key) ? ticked : new Set([source.key]);
  const items = sections.flatMap((section) => section.items.filter((item) => keys.has(keyOf(item))).map(childOf));
  const at = sections.findIndex(({ sectionId }) => sectionId === target.section.sectionId);
  const above = sections[at - 1];
  if (!target.item && edge === 'above' && above)
    return void work.move({ items, sectionId: above.sectionId, before: null });
  const { sectionId, items: siblings } = target.section;
  const index = target.item ? siblings.findIndex((item) => keyOf(item) === target.key) + (edge === 'below' ? 1 : 0) : 0;
  const before = siblings.slice(index).find((item) => !keys.has(keyOf(item)));
  void work.move({ items, sectionId, before: before ? childOf(before) : null });
}

/** Drops a section before or after the section of the target row. */
function dropSection({ source, target, edge }: Drop, work: Curriculum): void {
  const { sections } = work;
  const at = sections.findIndex(({ sectionId }) => sectionId === target.section.sectionId);
  const before = edge === 'above' && !target.item ? sections[at] : sections[at + 1];
  if (before?.sectionId !== source.section.sectionId && target.section !== source.section)
    void work.moveSection(source.section.sectionId, before?.sectionId);
}

export function useDrops(state: TreeState, work: Curriculum, mayEdit: boolean): void {
  const drop = useEffectEvent((sourceKey: unknown, targetKey: unknown, edge: Edge) => {
    const find = (key: unknown) => state.rows.find((row) => row.key === key);
    const [source, target] = [find(sourceKey), find(targetKey)];
    if (!source || !target) return;
    if (source.item) dropItem({ source, target, edge }, state, work);
    else dropSection({ source, target, edge }, work);
  });
  useEffect(() => {
    if (!mayEdit) return undefined;
    return monitorForElements({
      onDrop: ({ source, location }) => {
        const [target] = location.current.dropTargets;
        if (target) drop(source.data['key'], target.data['key'], target.data['edge'] as Edge);
      },
    });
  }, [mayEdit]);
}
