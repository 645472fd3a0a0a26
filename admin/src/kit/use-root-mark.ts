/** Marks the root element while a component is mounted, for styles of other parts of the page. */
import { useLayoutEffect } from 'react';

type Mark = 'list' | 'peek' | 'saveBar' | 'selectionBar';

/**
 * Sets `data-has-…` of the root element, counted, while `isOn`. `html:has(…)` would do the same, but browsers then match
 * most elements of the page anew after each change in it.
 */
export function useRootMark(mark: Mark, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    const { dataset } = document.documentElement;
    const name = `has${mark.charAt(0).toUpperCase()}${mark.slice(1)}`;
    const count = (by: 1 | -1) => {
      const marks = Number(dataset[name] ?? 0) + by;
      if (marks > 0) dataset[name] = String(marks);
      else delete dataset[name];
    };
    count(1);
    return () => count(-1);
  }, [mark, isOn]);
}
