/** Hook for list items that are dragged and dropped onto each other. */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useState } from 'react';

/** Data of a dragged item. */
interface Dragged extends Record<string, unknown> {
  key: string;
}
/** Edge of an item at which a drop inserts. */
export type Edge = 'above' | 'below';

/** Makes an item draggable and a drop target. Returns the edge on which a drop would insert. */
export function useDragging(line: { current: HTMLElement | null }, key: string): Edge | undefined {
  const [edge, setEdge] = useState<Edge>();
  useEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const edgeAt = (y: number): Edge => {
      const { top, height } = element.getBoundingClientRect();
      return y < top + height / 2 ? 'above' : 'below';
    };
    return combine(
      draggable({ element, getInitialData: (): Dragged => ({ key }) }),
      dropTargetForElements({
        element,
        getData: ({ input }) => ({ key, edge: edgeAt(input.clientY) }),
        canDrop: ({ source }) => source.data['key'] !== key,
        onDrag: ({ self }) => setEdge(self.data['edge'] as Edge),
        onDragLeave: () => setEdge(undefined),
        onDrop: () => setEdge(undefined),
      }),
    );
  }, [line, key]);
  return edge;
}
