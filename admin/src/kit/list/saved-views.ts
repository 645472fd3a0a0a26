/** Lists with saved views, and the place of the open view on the page. */
import { viewedLists, type ViewedList } from '#contract/kernel/saved-view.ts';

/** Whether the list at a path has saved views. */
export const hasViews = (path: string): path is ViewedList => (viewedLists as readonly string[]).includes(path);

/** Tab of the open view, else the search, where the work goes on when no view is left. */
export const currentTab = () =>
  document.querySelector<HTMLElement>('[data-views] [aria-current]') ??
  document.querySelector<HTMLElement>('[data-list-search]');
