/** Searches companies by name, NPWP or billing e-mail. */
import { companies } from '#contract/company/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import type { SearchResult } from '#kit/form/finder.tsx';

const maxResults = 10;

export function useCompanies(search: string, isOpen: boolean): SearchResult {
  const query = { search, page: 1, pageSize: maxResults, sort: 'name' } as const;
  const { data, error, isPrevious } = useCall(companies.list, { query }, { keepPrevious: true, enabled: isOpen });
  return {
    options: (data?.companies ?? []).map(({ companyId, name, email }) => ({
      value: companyId,
      label: name,
      hint: email,
    })),
    isSettled: data !== undefined && !isPrevious,
    error,
  };
}

/** Loads the company of an id. */
export function useCompany(id: string | null) {
  const { data } = useCall(companies.get, { params: { id: id ?? '' } }, { enabled: Boolean(id) });
  return id ? data : undefined;
}

export const byCompany = {
  name: 'companyId',
  label: 'Company',
  placeholder: 'Search companies',
  nothing: 'No matches',
  useSearch: useCompanies,
  useName: (id: string) => useCompany(id)?.name,
  isExtra: true,
} as const;
