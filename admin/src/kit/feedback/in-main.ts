/** Portal target of menus that an ancestor would clip; still inside the page's main landmark. */
export const mainPortalProps = { target: '#main' };
