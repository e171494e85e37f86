/** All rules. */
import type { Problem } from '../problem.ts'
import type { Sources } from '../read.ts'

/** Every problem of the sources, sorted. */
export function checkSources(sources: Sources): readonly Problem[] {
  return sources.strays.length > 0 ? [] : []
}
