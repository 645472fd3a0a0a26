/** The sizes of pages that are settings (spec §9; domain.md): the server reads them from its environment, the browser off its page. */
const settings = { PAGE_SIZE: 5, ASSIGN_PAGE_SIZE: 5 };
export type PageSizes = typeof settings;

/** The largest page there is. */
export const largestPage = 100;

export const pageSizes = (): Readonly<PageSizes> => settings;

/** Once, at start: whatever asks for a default asks when it is needed. */
export function setPageSizes(sizes: Partial<PageSizes>): void {
  Object.assign(settings, sizes);
}

export type Size = () => number;

/** So many times what a setting says; at most {@link largestPage}. */
const times =
  (setting: keyof PageSizes, factor: number): Size =>
  () =>
    Math.min(largestPage, factor * settings[setting]);

/** Of a list of users or courses; lists that use twice that say so. */
export const listSize = (factor = 1): Size => times('PAGE_SIZE', factor);
/** Of a list to assign from; of learning paths twice that. */
export const assignSize = (factor = 1): Size => times('ASSIGN_PAGE_SIZE', factor);
/** That is no setting. */
export const fixedSize =
  (size: number): Size =>
  () =>
    size;
