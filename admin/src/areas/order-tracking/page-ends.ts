/** Where a page of a cursor-paged list begins: directly after `after`, or at the very start without one. */
interface Start<Cursor> {
  page: number;
  after?: Cursor;
}

/** What a page ends with is a whole document. */
const keptEnds = 500;

/**
 * Remembers where the pages of one list end, so that the page after a seen one costs one request and a jump
 * walks only from the nearest known place. Cursors are documents, positions that stay good while rows come and go.
 */
export class PageEnds<Cursor extends { id: string }> {
  private readonly ends = new Map<number, Cursor>();

  /** The known start nearest to `page`, at or before it. */
  nearestStart(page: number): Start<Cursor> {
    const known = Math.max(0, ...[...this.ends.keys()].filter((ended) => ended < page));
    return { page: known + 1, after: this.ends.get(known) };
  }

  /** `last` is the last row of a full page. When it moved, the pages after it moved too: they are forgotten. */
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

  /** Rows were not where they were thought to be. */
  forget(): void {
    this.ends.clear();
  }
}

const keptLists = 20;

/** The page ends of the lists last looked at (a list is its filter and page size); older ones are forgotten. */
export class PageEndsByList<Cursor extends { id: string }> {
  private readonly lists = new Map<string, PageEnds<Cursor>>();

  of(list: string): PageEnds<Cursor> {
    const ends = this.lists.get(list) ?? new PageEnds<Cursor>();
    this.lists.delete(list);
    this.lists.set(list, ends);
    for (const oldest of this.lists.keys()) {
      if (this.lists.size <= keptLists) break;
      this.lists.delete(oldest);
    }
    return ends;
  }
}
