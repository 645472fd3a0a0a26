/** What the palette offers: what was open last, pages, what can be done from anywhere, and what the server finds. */
import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import type { Category } from '#contract/fields.ts';
import type { Reply } from '#contract/kernel.ts';
import { searchEverything } from '#contract/search.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { typeAhead } from '#kit/feedback/type-ahead.ts';
import { categoryName } from '#kit/format/categories.ts';
import { accountDialog, schemes, signOut } from './account-actions.ts';
import { creationsOf, menuOf } from './menu.ts';
import { recents } from './recents.ts';

export interface Choice {
  name: string;
  hint: string;
  /** Where it leads, if anywhere. */
  link?: { to: string; search?: Record<string, string | undefined>; replace?: boolean };
  /** What is done with the palette closed, before it leads anywhere. */
  act?: () => void;
}

const places = {
  flexy: { to: '/course/flexy', one: 'Flexy course' },
  'fast-track': { to: '/course/fast-track', one: 'Fast-track' },
  'learning-path': { to: '/learning-path', one: 'Learning path' },
  user: { to: '/user', one: 'User' },
  subscription: { to: '/subscription', one: 'Subscription' },
  'event-voucher': { to: '/subscription', one: 'Event voucher' },
  order: { to: '/order', one: 'Order' },
  discount: { to: '/discount', one: 'Discount' },
  voucher: { to: '/voucher', one: 'Voucher' },
  product: { to: '/product', one: 'Product' },
  plan: { to: '/subscription/plan', one: 'Subscription plan' },
  submission: { to: '/submission', one: 'Submission' },
  certificate: { to: '/certificate/course', one: 'Certificate' },
  lesson: { to: '/lesson', one: 'Lesson' },
  quiz: { to: '/quiz', one: 'Quiz' },
  survey: { to: '/quiz', one: 'Survey' },
} as const;

type Found = Reply<typeof searchEverything>['found'][number];

/** What these say beside their names is a category; of all others it is told as it is. */
const hintedByCategory: ReadonlySet<Found['kind']> = new Set(['flexy', 'fast-track', 'learning-path']);

const choiceOf = ({ kind, id, name, hint }: Found): Choice => ({
  // A certificate stands in a list, which is narrowed to its code.
  link: { to: `${places[kind].to}/${id}`, ...(kind === 'certificate' && { search: { search: hint } }) },
  name,
  hint: [places[kind].one, hintedByCategory.has(kind) ? hint && categoryName(hint as Category) : hint]
    .filter(Boolean)
    .join(' · '),
});

/** Pages and actions at once; things as the server finds them. Actions wait for a word of theirs. */
export function useChoices(text: string) {
  const [asked] = useDebouncedValue(text, 150);
  const search = useCall(searchEverything, { query: { q: asked } }, { enabled: asked.length > 1, keepPrevious: true });
  const creations = useCreations();
  const own = useOwnActions();
  const wanted = text.toLowerCase();
  const isNamedSo = ({ name }: { name: string }) => name.toLowerCase().includes(wanted);
  // Until the answer is here, only what fits of the last one: Enter must not open what nobody asked for.
  const isOlder = asked !== text || search.isPrevious;
  const found: Choice[] = (text.length > 1 ? (search.data?.found ?? []) : [])
    .filter((thing) => !isOlder || isNamedSo(thing))
    .map(choiceOf);
  const here = useRouterState({ select: ({ location }) => location.pathname });
  const others = text === '' ? recents().filter(({ to }) => to !== here) : [];
  const first = others.map(({ to, ...told }): Choice => ({ ...told, link: { to } }));
  const actions = text === '' ? [] : [...creations, ...own];
  const choices = [...first, ...[...pages(), ...actions].filter(isNamedSo), ...found];
  const isSettled = !search.loading && asked === text;
  return {
    choices,
    isSettled,
    loading: search.loading,
    error: text.length > 1 ? search.error : null,
    isMissing: text !== '' && choices.length === 0 && !search.error && isSettled,
  };
}

const pages = (): Choice[] => [
  { link: { to: '/home' }, name: 'Home', hint: 'Start' },
  ...menuOf(role() ?? '').flatMap(({ group, entries }) =>
    entries.map(({ to, label }) => ({ link: { to }, name: label, hint: group })),
  ),
];

/** A page, or a list that opens its dialog by its address; the list that is open stays as it is. */
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
    ...schemes.map(([scheme, label]) => ({
      name: `Appearance: ${label}`,
      hint,
      act: () => setColorScheme(scheme),
    })),
    { name: 'Sign out', hint, act: () => void signOut() },
  ];
}
