import type { Registry } from '../registry.ts'
import type { Route } from './route.ts'

export function tableRoutes(_registry: Registry): readonly Route[] {
  return []
}
