/** Paths over references, as snapshots and entries name them. */
import { both, type Problem } from '../../source/problem.ts'
import { usesOf } from '../view/field-uses.ts'
import { columnOf, targetOf } from '../view/ledger-view.ts'
import type { EntityView, View } from '../view/view.ts'

/**
 * Why a path over references is invalid; null when it is valid, or when its end is reported where its own entity
 * names it. It has at least one step.
 */
export function findPathProblem(view: View, entity: EntityView, names: readonly string[]): Problem['message'] | null {
  if (names.length < 2)
    return both(
      `“${names[0]}”不是路径：请从引用开始，例如 product_id.name。`,
      `"${names[0]}" is not a path. Start with a reference, for example product_id.name.`,
    )
  let at: EntityView = entity
  for (const name of names.slice(0, -1)) {
    const next = targetOf(view, at, name)
    if (!next) return both(`“${at.id}”的“${name}”不是引用。`, `"${name}" of "${at.id}" is not a reference.`)
    at = next
  }
  // The length was checked above.
  const last = names.at(-1)!
  const isReported =
    at.fields.has(last) ||
    at.implicit.has(last) ||
    (at !== entity && usesOf(at, view).some((use) => use.entity === at && use.name === last))
  return isReported ? null : both(`“${at.id}”没有字段“${last}”。`, `"${at.id}" has no field "${last}".`)
}

/** The column at the end of a valid path. */
export function columnAtPath(view: View, entity: EntityView, names: readonly string[]): ReturnType<typeof columnOf> {
  const last = names
    .slice(0, -1)
    .reduce<EntityView | null>((current, name) => (current ? targetOf(view, current, name) : null), entity)
  // A valid path has at least two names.
  return last && columnOf(view, last, names.at(-1)!)
}
