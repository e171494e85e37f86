/** Clears references that depend on other fields of the record when they no longer fit. Pure. */
import { isEmpty, type FieldModel } from '../../../protocol/index.ts'

type Draft = Readonly<Record<string, unknown>>

/**
 * Clears every reference whose condition names a field that changed, and in turn what depends on those.
 * @returns the new draft and the cleared fields
 */
export function clearDependents(
  model: { readonly fields: readonly FieldModel[] },
  before: Draft,
  after: Draft,
): { readonly draft: Draft; readonly cleared: readonly string[] } {
  const draft: Record<string, unknown> = { ...after }
  const cleared: string[] = []
  let changedNames = namesChanged(before, after)
  while (changedNames.length > 0) {
    const next = model.fields.filter(
      (field) =>
        !isEmpty(draft[field.name]) &&
        field.relation?.filter.some((filter) => filter.field !== undefined && changedNames.includes(filter.field)),
    )
    // A child that was set together with its parents (another record loaded) is not a leftover of the former value.
    const stale = next.filter((field) => draft[field.name] === before[field.name]).map((field) => field.name)
    for (const name of stale) draft[name] = null
    cleared.push(...stale)
    changedNames = stale
  }
  return { draft, cleared }
}

function namesChanged(before: Draft, after: Draft): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => (before[name] ?? null) !== (after[name] ?? null),
  )
}
