/** Under what names the browser keeps how the app looks: the shell writes them, the first drawing reads them, too. */
export const schemeKey = 'color-scheme';
export const foldedKey = 'navigation-folded';
