/** Navigation entries of the areas, filtered by role. */
import { mayCall } from '#contract/kernel/endpoint.ts';
import { groups, type MenuEntry } from '#kit/area.ts';
import { areas } from './areas.ts';
import { usePageTitle } from '#kit/record/page-title.ts';

/** Navigation entry of the current page: by its address, else the entry of its outermost parent page. */
export function useEntry(path: string): MenuEntry | undefined {
  const { above } = usePageTitle();
  return entryAt(path) ?? (above[0] && entryAt(above[0].to));
}

const menu = areas.flatMap((area) => area.menu ?? []).toSorted((one, other) => one.place - other.place);

/** Entries that a role may open, by group; empty groups are omitted. */
export function menuOf(role: string): { group: string; entries: MenuEntry[] }[] {
  return groups
    .map((group) => ({ group, entries: menu.filter((entry) => entry.group === group && mayCall(entry.opens, role)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** Records that a role may create, with the list whose dialog creates it, or the page. */
export const creationsOf = (role: string): { name: string; label: string; to: string; page: string | undefined }[] =>
  menuOf(role)
    .flatMap(({ entries }) => entries)
    .flatMap(({ create, label, to }) =>
      create && mayCall(create.call, role) ? [{ name: `New ${create.what}`, label, to, page: create.page }] : [],
    );

/** Entry of a path: the one with the longest matching prefix. */
export function entryAt(path: string): MenuEntry | undefined {
  return menu
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
}
