/** Start of a page in a cursor-paged list: directly after `after`, or at the start of the list without it. */
interface Start<Cursor> {
  page: number;
  after?: Cursor;
}

/** Limit of stored page ends; each is a whole document. */
const keptEnds = 500;

/**
 * Remembers where the pages of one list end, so that the page after a known one costs one request and a jump reads only
 * from the nearest known place. Cursors are documents, which stay valid while rows are added and removed.
 */
export class PageCursors<Cursor extends { id: string }> {
  private readonly ends = new Map<number, Cursor>();

  /** Nearest known start of `page` or of a page before it. */
  nearestStart(page: number): Start<Cursor> {
    const known = Math.max(0, ...[...this.ends.keys()].filter((ended) => ended < page));
    return { page: known + 1, after: this.ends.get(known) };
  }

  /** Stores the last row of a full page. If it changed, the ends of later pages are dropped. */
  remember(page: number, last: Cursor): void {
    const before = this.ends.get(page);
    this.ends.set(page, last);
    for (const first of this.ends.keys()) {
      if (this.ends.size <= keptEnds) break;
      this.ends.delete(first);
    }
    if (before === undefined || before.id === last.id) return;
    for (const later of this.ends.keys()) if (later > page) this.ends.delete(later);
  }

  /** Drops all ends, because rows have moved. */
  forget(): void {
    this.ends.clear();
  }
}

const keptLists = 20;

/** Page ends of the most recently used lists (a list is its filter and page size); older ones are dropped. */
export class PageCursorCache<Cursor extends { id: string }> {
  private readonly lists = new Map<string, PageCursors<Cursor>>();

  of(list: string): PageCursors<Cursor> {
    const ends = this.lists.get(list) ?? new PageCursors<Cursor>();
    this.lists.delete(list);
    this.lists.set(list, ends);
    for (const oldest of this.lists.keys()) {
      if (this.lists.size <= keptLists) break;
      this.lists.delete(oldest);
    }
    return ends;
  }
}
