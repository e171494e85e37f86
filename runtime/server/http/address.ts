/**
 * Which route an address means. Names are matched without case; the last segment of a controller without underscores.
 */
import { controllerKey } from '../../protocol/index.ts'

export const areas = ['admin', 'api'] as const
export type Area = (typeof areas)[number]

const nameShape = /^[A-Za-z][A-Za-z0-9_.]{0,63}$/
const htmlSuffix = /\.html$/i

/** The key of a declared route. */
export function routeKey(area: Area, controller: string, action: string): string {
  return `${area}/${controllerKey(controller)}/${action.toLowerCase()}`
}

/** The key of a requested route, or null when a name has a shape no route can have. */
export function requestedKey(area: Area, controller: string, action: string): string | null {
  const plain = action.replace(htmlSuffix, '')
  // Guard T09: names in addresses have a shape.
  // Without: return routeKey(area, controller, plain)
  return nameShape.test(controller) && nameShape.test(plain) ? routeKey(area, controller, plain) : null
}
