/**
 * Replaces the names of icons in the browser bundle (see vite.config.ts). Blueprint loads the drawing of an icon that
 * is given by its name; ours are given as elements, which contain theirs.
 */

export const IconNames: Readonly<Record<string, string>> = {}
export const IconNamesSet: ReadonlySet<string> = new Set()
