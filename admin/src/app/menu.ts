/** Navigation of the app: groups of pages that a role may open. */
import { mayCall } from '#contract/kernel/endpoint.ts';
import { type Area, type Group, groups, type MenuEntry } from '#kit/area.ts';
import { role } from '#kit/api/session.ts';
import { areas } from './areas.ts';
import { usePageTitle } from '#kit/record/page-title.ts';

/** Navigation entry of the current page: by its address, else the entry of its outermost parent page. */
export function useEntry(path: string): MenuEntry | undefined {
  const { above } = usePageTitle();
  return entryAt(path) ?? (above[0] && entryAt(above[0].to));
}

const menu = areas.flatMap((area) => area.menu ?? []).toSorted((one, other) => one.place - other.place);

/** Pages that a role may open, of a group. */
export const pagesOf = (group: Group, role: string): MenuEntry[] =>
  menu.filter((entry) => entry.group === group && mayCall(entry.opens, role));

/** Pages that a role may open, by group; empty groups are omitted. */
export const menuOf = (role: string): { group: Group; entries: MenuEntry[] }[] =>
  groups.map((group) => ({ group, entries: pagesOf(group, role) })).filter(({ entries }) => entries.length > 0);

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

const firstSegment = (path: string) => path.split('/')[1];

/** Group of a path: that of its entry, else that of the area with the page (`/lesson/…`). */
export function groupAt(path: string): Group | undefined {
  const isIn = ({ pages }: Area) => Object.keys(pages).some((one) => firstSegment(one) === firstSegment(path));
  return (entryAt(path) ?? areas.find((area) => area.menu && isIn(area))?.menu?.[0])?.group;
}

/** Name and pages of the group that has a page at exactly this path; undefined if it is the only page of its group. */
export function pageGroupAt(path: string) {
  const entry = menu.find(({ to }) => to === path);
  const pages = entry ? pagesOf(entry.group, role() ?? '') : [];
  return entry && pages.length > 1 ? { name: entry.group, pages } : undefined;
}
