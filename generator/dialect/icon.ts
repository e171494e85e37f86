import { text, keyword } from './shape.ts'

/** Icons are names of the icon set: lower case, joined by hyphens. */
export const icon = keyword(text(63, /^[a-z][a-z0-9-]*$/), '图标名。', 'Name of an icon.')
