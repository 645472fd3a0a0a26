/**
 * Configurable page sizes (spec §9; domain.md); the server reads them from its environment, the browser from its page.
 */
const settings = { PAGE_SIZE: 5, ASSIGN_PAGE_SIZE: 5 };
export type PageSizes = typeof settings;

/** Upper limit of a page size. */
export const maxPageSize = 100;

/** Current settings of page sizes. */
export const pageSizes = (): Readonly<PageSizes> => settings;

/** Sets the sizes once at start; defaults are evaluated when they are needed. */
export function setPageSizes(sizes: Partial<PageSizes>): void {
  Object.assign(settings, sizes);
}

export type Size = () => number;

/** Multiple of a setting; at most {@link maxPageSize}. */
const times =
  (setting: keyof PageSizes, factor: number): Size =>
  () =>
    Math.min(maxPageSize, factor * settings[setting]);

/** Page size of lists; users and courses use factor 1, others 2. */
export const listSize = (factor = 1): Size => times('PAGE_SIZE', factor);
/** Page size of lists to assign from; learning paths use factor 2. */
export const assignSize = (factor = 1): Size => times('ASSIGN_PAGE_SIZE', factor);
/** Page size that is not configurable. */
export const fixedSize =
  (size: number): Size =>
  () =>
    size;
