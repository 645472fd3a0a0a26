/** Search field for one tag. */
import { matchesSearch } from '#contract/kernel/search-text.ts';
import { Finder, type Option, type SearchResult } from '#kit/form/finder.tsx';
import { useTags } from './use-tags.ts';

export function useTagSearch(search: string, isOpen: boolean): SearchResult {
  const { data, error } = useTags(isOpen);
  return {
    options: (data?.tags ?? [])
      .filter(({ name }) => matchesSearch(name, search))
      .map(({ tagId, name }) => ({ value: tagId, label: name })),
    isSettled: data !== undefined,
    error,
  };
}

interface Props {
  chosen?: Option | undefined;
  choose: (tag: Option) => void;
}

export function TagChoice({ chosen, choose }: Props) {
  const { data } = useTags();
  return (
    <Finder
      label="Tag"
      placeholder="Search tags"
      nothing="No such tag. Tags are created under People, Tags"
      chosen={chosen}
      choose={(id) => {
        const tag = data?.tags.find(({ tagId }) => tagId === id);
        if (tag) choose({ value: id, label: tag.name });
      }}
      useSearch={useTagSearch}
      isFirst
    />
  );
}
