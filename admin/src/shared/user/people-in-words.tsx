/** Filters of the list of users in words: "Members: Course Belajar Go, At risk". */
import { Fragment } from 'react';
import { formatDay } from '#kit/format/formats.ts';
import type { Filter } from '#kit/list/filter.ts';
import type { LookupFilter } from '#kit/list/lookup-chip.tsx';
import { peopleFilters } from './people-filters.ts';

type Query = Readonly<Record<string, unknown>>;

const valueOf = (query: Query, name: string) => String(query[name] ?? '');

function Named({ filter, id }: { filter: LookupFilter; id: string }) {
  const name = filter.useName(id);
  return (
    <>
      {filter.label} {name ?? '…'}
    </>
  );
}

const isOption = (filter: Filter) => 'options' in filter && filter.options.every(({ label }) => label.includes(' '));

function Part({ filter, value }: { filter: Filter; value: string }) {
  if ('useSearch' in filter) return <Named filter={filter} id={value} />;
  if (!('options' in filter)) return `${filter.label} ${formatDay(value)}`;
  const label = filter.options.find((one) => one.value === value)?.label ?? value;
  return isOption(filter) ? label : `${filter.label}: ${label}`;
}

export function PeopleInWords({ query }: { query: Query }) {
  const search = valueOf(query, 'search');
  const parts = peopleFilters().filter(({ name }) => valueOf(query, name) !== '');
  if (parts.length === 0 && search === '') return 'All members';
  return (
    <>
      Members{search && ` found by “${search}”`}
      {parts.map((filter, index) => (
        <Fragment key={filter.name}>
          {index === 0 ? ': ' : ', '}
          <Part filter={filter} value={valueOf(query, filter.name)} />
        </Fragment>
      ))}
    </>
  );
}
