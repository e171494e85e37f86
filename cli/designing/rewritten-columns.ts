/** Which columns a plan rewrites, so that their values are kept for taking the change back. */
import type { TableModel } from '../../runtime/protocol/index.ts'
import type { Plan, Step } from '../../runtime/server/db/index.ts'

interface Column {
  readonly table: string
  readonly column: string
}

/**
 * @param models those of the schemas after the change
 * @returns null = values go that the opposite change cannot restore
 */
export function rewrittenColumns({ steps }: Plan, models: readonly TableModel[]): readonly Column[] | null {
  const blocking = steps.filter((step) => step.blocking)
  const columns = blocking
    .filter(isRewriting)
    // Changes of a ledger keep every figure, and no update of its rows would be let through.
    .filter(({ table }) => !models.some((model) => model.table === table && model.ledger))
    .flatMap(({ table, column }) => (column === null ? [] : [{ table, column }]))
  // Restoring would leave values that rules compute from the others as they are.
  const isComputedFromLoss =
    blocking.some(({ kind, rows = 0 }) => kind === 'convert' && rows > 0) &&
    blocking.some(({ kind }) => kind === 'recompute')
  const isLost =
    isComputedFromLoss ||
    blocking.some((step) => step.class === 'destructive') ||
    columns.some(
      (column) => isRenamed(blocking, column) || !isVersioned(models, column) || leadsToMember(models, column.table),
    )
  if (isLost) return null
  return [...new Map(columns.map((column) => [`${column.table}.${column.column}`, column])).values()]
}

/** A backfill of a column that the same plan adds rewrites nothing; what a rule computes is computed again. */
const isRewriting = (step: Step, _index: number, steps: readonly Step[]): boolean =>
  ['convert', 'backfill', 'require-value'].includes(step.kind)
    ? !steps.some(({ kind, table, column }) => kind === 'add-column' && table === step.table && column === step.column)
    : step.kind === 'recompute' && step.class === 'guarded'

/** It has its former name while the values are copied. */
const isRenamed = (steps: readonly Step[], { table, column }: Column): boolean =>
  steps.some(
    (step) =>
      step.table === table &&
      (step.kind === 'rename-table' || (step.kind === 'rename-column' && step.column === column)),
  )

const isVersioned = (models: readonly TableModel[], { table }: Column): boolean =>
  models.some((model) => model.table === table && model.fields.some(({ name }) => name === 'version'))

const memberEntity = 'member/user'

/** Records of members are not copied: who is erased is erased everywhere. */
function leadsToMember(models: readonly TableModel[], table: string): boolean {
  const entities = new Set([memberEntity])
  // A set that grows is walked to its end.
  for (const entity of entities)
    for (const { id, fields } of models) if (fields.some(({ relation }) => relation?.to === entity)) entities.add(id)
  return models.some((model) => model.table === table && entities.has(model.id))
}
