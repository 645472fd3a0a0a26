/** Checks a course before publishing for what members would find missing. Pure. */
import { type ItemType, emptyWords } from './lesson/rules.ts';
import { type LockedItem, type LockedSection, findUnopenableItems } from './lesson-access.ts';
import type { VideoStatus } from '../video/endpoints.ts';

interface RehearsedItem extends LockedItem {
  isEmpty: boolean;
  isUnpassable: boolean;
  videoStatus: '' | VideoStatus;
}
interface RehearsedSection<I extends RehearsedItem> extends LockedSection<I> {
  sectionId: string;
  name: string;
}

/** Item or section that members would find missing, with the problem as a sentence. */
export interface Finding {
  /** Kind of the item, or `section` if a whole section is empty. */
  kind: 'section' | RehearsedItem['kind'];
  id: string;
  name: string;
  problem: string;
}

const videoProblems: Readonly<Record<'' | VideoStatus, string>> = {
  '': '',
  FINISHED: '',
  PENDING: 'Its video is not processed yet',
  RUNNING: 'Its video is being processed',
  FAILED: 'Its video could not be processed',
};

/** Findings in course order; an item may have several. */
export function rehearse<I extends RehearsedItem>(sections: readonly RehearsedSection<I>[]): Finding[] {
  const locks = new Map(findUnopenableItems(sections).map(({ item, reason }) => [item, reason]));
  return sections.flatMap(({ sectionId, name, items }): Finding[] => {
    if (items.length === 0) return [{ kind: 'section', id: sectionId, name, problem: 'Nothing in it' }];
    return items.flatMap((item) => {
      const { kind, id, name: called } = item;
      const problems = [
        item.isEmpty && emptyWords[item.type as ItemType],
        item.isUnpassable && 'It cannot be passed: the right answers total less than the passing score',
        videoProblems[item.videoStatus],
        locks.get(item),
      ];
      return problems.flatMap((problem) => (problem ? [{ kind, id, name: called, problem }] : []));
    });
  });
}
