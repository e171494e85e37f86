/** An explanation for every code of a problem; the tests compare them with the rules. */
import { behaviour } from './behaviour.ts'
import { documents } from './documents.ts'
import type { Explanation } from './explanation.ts'
import { fields } from './fields.ts'
import { overlays } from './overlays.ts'

export type { Explanation } from './explanation.ts'

export const explanations: Readonly<Record<string, Explanation>> = {
  ...documents,
  ...fields,
  ...behaviour,
  ...overlays,
}
