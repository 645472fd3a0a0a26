/** Local storage keys of appearance settings, used by the shell and by the early rendering in main.ts. */
export const schemeKey = 'color-scheme';
export const foldedKey = 'navigation-folded';
