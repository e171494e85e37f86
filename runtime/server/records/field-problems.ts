/** Broken rules as refusals. */
import { fieldOf, kinds, requireField, type FieldProblem, type TableModel } from '../../protocol/index.ts'
import { describeFieldProblem } from '../../i18n/field-problems.ts'
import type { StoreProblem } from '../db/index.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import type { Problems } from './body.ts'
import type { Scope } from '../operation/scope.ts'

/** Throws an OperationError `invalid` when there are problems. */
export function refuseProblems(scope: Pick<Scope, 'language'>, problems: Problems): void {
  if (problems.size === 0) return
  const errors = Object.fromEntries(
    [...problems].map(([field, problem]) => [field, describeFieldProblem(scope.language, problem)]),
  )
  throw new OperationError('invalid', { errors })
}

/**
 * Runs a write; a value that is used already becomes an OperationError `duplicate` on its field, a reference to a
 * record that was removed at the same moment an OperationError `invalid`.
 */
export async function refuseClashes<T>(
  scope: Scope,
  model: TableModel,
  values: ReadonlyMap<string, unknown>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const problem = scope.database.adapter.problemOf(error)
    if (problem?.kind === 'foreign') throw new OperationError('invalid', { text: 'field.relation' })
    const table = model.adopted?.table ?? model.table
    if (problem?.kind !== 'unique' || (problem.table !== null && problem.table !== table)) throw error
    const field = duplicateField(model, problem)
    if (field === null) throw new OperationError('duplicate')
    throw new OperationError('duplicate', {
      errors: { [field]: describeFieldProblem(scope.language, duplicate(model, field, values)) },
    })
  }
}

/** The last field of the index is the one a person would change: the number within its warehouse, not the warehouse. */
function duplicateField(model: TableModel, { fields }: StoreProblem & { readonly kind: 'unique' }): string | null {
  const names = model.adopted
    ? fields.flatMap((column) =>
        model.fields.filter((field) => field.adopted?.column === column).map(({ name }) => name),
      )
    : fields
  return names.filter((name) => fieldOf(model, name)?.private === false).at(-1) ?? null
}

/** The problem of a value that is used already, with the value as people read it. */
export function duplicate(model: TableModel, name: string, values: ReadonlyMap<string, unknown>): FieldProblem {
  const field = requireField(model, name)
  const wire = kinds[field.kind].toWire((values.get(name) ?? null) as string | number | null, field)
  return { rule: 'duplicate', params: { value: String(wire ?? '') } }
}
