/** The navigation: what each area's menu.ts names. A role sees what it may call. */
import { mayCall } from '#contract/kernel.ts';
import { groups, type MenuEntry } from '#kit/menu-entry.ts';

const found = import.meta.glob<readonly MenuEntry[]>('../areas/*/menu.ts', { eager: true, import: 'menu' });
const menu = Object.values(found)
  .flat()
  .toSorted((one, other) => one.place - other.place);

/** The entries that a role may open, in their groups; empty groups are left out. */
export function menuOf(role: string): { group: string; entries: MenuEntry[] }[] {
  return groups
    .map((group) => ({ group, entries: menu.filter((entry) => entry.group === group && mayCall(entry.opens, role)) }))
    .filter(({ entries }) => entries.length > 0);
}

/** What a role may create, and the list with the dialog for it, or the page. */
export const creationsOf = (role: string): { name: string; label: string; to: string; page: string | undefined }[] =>
  menuOf(role)
    .flatMap(({ entries }) => entries)
    .flatMap(({ create, label, to }) =>
      create && mayCall(create.call, role) ? [{ name: `New ${create.what}`, label, to, page: create.page }] : [],
    );

/** The entry that an address belongs to: the longest one that it begins with. */
export function entryAt(path: string): MenuEntry | undefined {
  return menu
    .filter(({ to }) => path === to || path.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
}
