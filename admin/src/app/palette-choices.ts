/** Options of the command palette: recent records, pages, actions, and search results from the server. */
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import type { Category } from '#contract/kernel/fields.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { matchesSearch } from '#contract/kernel/search-text.ts';
import { searchEverything } from '#contract/search/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { Area } from '#kit/area.ts';
import { typeAhead } from '#kit/feedback/type-ahead.ts';
import { categoryName } from '#admin-shared/course/categories.ts';
import { schemes, signOut, accountDialog } from './account-actions.ts';
import { areas } from './areas.ts';
import { creationsOf, menuOf } from './menu.ts';
import { recents } from './recents.ts';

export interface Choice {
  name: string;
  hint: string;
  /** Link of the option, if it has one. */
  link?: { to: string; search?: Record<string, string | undefined>; replace?: boolean };
  /** Called after the palette has closed, before the link is followed. */
  act?: () => void;
}

const places = Object.assign({}, ...areas.map((area) => area.found)) as Required<Area>['found'];

type SearchResult = Reply<typeof searchEverything>['found'][number];

const choiceOf = ({ kind, id, name, hint }: SearchResult): Choice => {
  const { to, one, hasCategory } = places[kind]!;
  return {
    // Certificates have no page of their own; the link opens the list filtered by the code.
    link: { to: `${to}/${id}`, ...(kind === 'certificate' && { search: { search: hint } }) },
    name,
    hint: [one, hasCategory ? hint && categoryName(hint as Category) : hint].filter(Boolean).join(' · '),
  };
};

/**
 * Options for a text. Pages and actions are available at once, records after the search. Actions are offered only once
 * something is typed.
 */
export function useChoices(text: string) {
  const [debounced] = useDebouncedValue(text, 150);
  const search = useCall(
    searchEverything,
    { query: { q: debounced } },
    { enabled: debounced.length > 1, keepPrevious: true },
  );
  const creations = useCreations();
  const own = useOwnActions();
  const matches = ({ name }: { name: string }) => matchesSearch(name, text);
  // Until the response arrives, only matching results of the previous search are offered, so that Enter does not open a
  // wrong one.
  const isStale = debounced !== text || search.isPrevious;
  const results: Choice[] = (text.length > 1 ? (search.data?.found ?? []) : [])
    .filter((thing) => !isStale || matches(thing))
    .map(choiceOf);
  const here = useRouterState({ select: ({ location }) => location.pathname });
  const others = text === '' ? recents().filter(({ to }) => to !== here) : [];
  const first = others.map(({ to, ...recent }): Choice => ({ ...recent, link: { to } }));
  const actions = text === '' ? [] : [...creations, ...own];
  const choices = [...first, ...[...pages(), ...actions].filter(matches), ...results];
  const isSettled = !search.loading && debounced === text;
  return {
    choices,
    isSettled,
    loading: search.loading,
    error: text.length > 1 ? search.error : null,
    isMissing: text !== '' && choices.length === 0 && !search.error && isSettled,
  };
}

const pages = (): Choice[] => [
  { link: { to: '/home' }, name: 'Today', hint: 'What waits for you' },
  ...menuOf(role() ?? '').flatMap(({ group, entries }) =>
    entries.map(({ to, label }) => ({ link: { to }, name: label, hint: group })),
  ),
];

/**
 * Options to create a record: a page, or a list that opens its dialog from the URL. The current list keeps its search
 * params.
 */
function useCreations(): Choice[] {
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  return creationsOf(role() ?? '').map(({ name, label, to, page }) => {
    if (page) return { name, hint: label, link: { to: page } };
    const isHere = pathname === to;
    return {
      name,
      hint: label,
      link: { to, search: { ...(isHere && search), new: '1' }, replace: isHere },
      act: typeAhead,
    };
  });
}

function useOwnActions(): Choice[] {
  const { setColorScheme } = useMantineColorScheme();
  const hint = 'Account';
  return [
    { name: 'Sessions', hint, act: () => accountDialog.set('sessions') },
    { name: 'Change password', hint, act: () => accountDialog.set('password') },
    { name: 'Second factor', hint, act: () => accountDialog.set('second-factor') },
    ...schemes.map(([scheme, label]) => ({
      name: `Appearance: ${label}`,
      hint,
      act: () => setColorScheme(scheme),
    })),
    { name: 'Sign out', hint, act: () => void signOut() },
  ];
}
