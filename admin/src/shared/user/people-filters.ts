/** Filters of the list of users (contract/src/user/filter.ts). */
import { consentStates } from '#contract/broadcast/consent.ts';
import { listCourses } from '#contract/course/endpoints.ts';
import { termNames } from '#contract/kernel/access-term.ts';
import { labelsOf } from '#contract/kernel/draft.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { listSavedViews } from '#contract/kernel/saved-view.ts';
import { matchesSearch } from '#contract/kernel/search-text.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { tags } from '#contract/tag/endpoints.ts';
import { roleNames } from '#contract/user/account.ts';
import { accountStates, peopleFilter } from '#contract/user/filter.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { SearchResult } from '#kit/form/finder.tsx';
import type { LookupFilter } from '#kit/list/lookup-chip.tsx';
import type { Filter } from '#kit/list/filter.ts';
import { courseFilter, productOption } from '../course/course-filter.ts';
import { foldedOptions, useDrafts } from '../product/use-drafts.ts';
import { useTagSearch } from './tag-choice.tsx';
import { useTags } from './use-tags.ts';

const most = 10;
const labels = labelsOf(peopleFilter);

function usePathPage(search: string, isOpen: boolean, isPublished: 'true' | 'false') {
  const query = { search, page: 1, pageSize: most, isPublished };
  return [useCall(learningPaths.list, { query }, { keepPrevious: true, enabled: isOpen })];
}

function usePaths(search: string, isOpen: boolean): SearchResult {
  const [published, drafts] = [usePathPage(search, isOpen, 'true'), usePathPage(search, isOpen, 'false')];
  const found = useDrafts(search, published, drafts, ({ paths }) => paths);
  return foldedOptions(found, ({ pathID, name, isPublished }) => productOption(pathID, name, isPublished));
}

const useViews = (isNeeded: boolean) => useCall(listSavedViews, { query: { list: '/user' } }, { enabled: isNeeded });

function useSegments(search: string, isOpen: boolean): SearchResult {
  const { data, error } = useViews(isOpen);
  const found = (data?.views ?? []).filter(({ name }) => matchesSearch(name, search));
  return {
    options: found.map(({ viewId, name }) => ({ value: viewId, label: name })),
    isSettled: data !== undefined,
    error,
  };
}

const lookups: readonly (LookupFilter & { isExtra?: true; opens: Parameters<typeof mayCall>[0] })[] = [
  { ...courseFilter, opens: listCourses },
  {
    name: 'tagId',
    label: labels.tagId,
    placeholder: 'Search tags',
    nothing: 'No such tag',
    opens: tags.list,
    useSearch: useTagSearch,
    useName: (id) => useTags(id !== '').data?.tags.find(({ tagId }) => tagId === id)?.name,
  },
  {
    name: 'pathId',
    label: labels.pathId,
    placeholder: 'Search learning paths',
    nothing: 'No matches',
    opens: learningPaths.list,
    isExtra: true,
    useSearch: usePaths,
    useName: (id) => useCall(learningPaths.get, { params: { id } }, { enabled: id !== '' }).data?.name,
  },
  {
    name: 'segment',
    label: labels.segment,
    placeholder: 'Search saved views',
    nothing: 'No such view',
    opens: listSavedViews,
    isExtra: true,
    useSearch: useSegments,
    useName: (id) => useViews(id !== '').data?.views.find(({ viewId }) => viewId === id)?.name,
  },
];

const extra = (name: keyof typeof labels, options?: Readonly<Record<string, string>>): Filter => ({
  name,
  label: labels[name],
  isExtra: true,
  ...(options && { options: Object.entries(options).map(([value, text]) => ({ value, label: text })) }),
});

const others: readonly Filter[] = [
  extra('role', roleNames),
  extra('status', accountStates),
  extra('hasCourse', { true: 'Has a course', false: 'Has no course' }),
  extra('access', termNames),
  extra('subscription', { active: 'Active', ended: 'Ended', none: 'Never had one' }),
  extra('isAtRisk', { true: 'At risk', false: 'Not at risk' }),
  extra('isUnpaid', { true: 'Has an unpaid order', false: 'Nothing unpaid' }),
  extra('mailConsent', consentStates),
  extra('whatsappConsent', consentStates),
  extra('joinedFrom'),
  extra('joinedUntil'),
  extra('hasSignedIn', { true: 'Has signed in', false: 'Never signed in' }),
  extra('signedInFrom'),
  extra('signedInUntil'),
];

/** Filters whose choices the role may read. */
export function peopleFilters(): readonly Filter[] {
  const own = role() ?? '';
  const open: readonly Filter[] = lookups
    .filter(({ opens }) => mayCall(opens, own))
    .map(({ opens: _, ...filter }) => filter);
  return [...open, ...others];
}
