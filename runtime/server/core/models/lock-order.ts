/**
 * The order in which every transaction locks rows, so that no two of them ever wait for each other:
 *
 * 1. What serialises whole requests: the idempotency key, then the access version, then the job that is completed.
 *    Then tables whose schema says so (`x-entity.lock`): records of contracts that change what belongs to others, such
 *    as payments.
 * 2. Documents (tables with lines or postings) and their lines. A document comes before the documents it refers to.
 * 3. All other tables. A table comes after those it refers to: a warehouse before its shelves, a product before its
 *    stock.
 * 4. What every write only appends to: counters of numbers, notices, the log, and at the very end what rules keep of
 *    deleted rows and former values: a restore marks it when all else is done; and how far an import is.
 *
 * Rows of one table are locked in the order of their ids, documents from the newest to the oldest (they refer to older
 * ones), balances in the order of their keys. A lock is never made
 * stronger later: what is going to be deleted or disabled is locked FOR UPDATE at once.
 */
import { linesOf, type TableModel } from '../../../protocol/index.ts'

export const firstTables: readonly string[] = ['idempotency', 'tablewright_meta', 'job']
export const lastTables: readonly string[] = [
  'seq',
  'topic',
  'notice',
  'notice_read',
  'data_recycle',
  'sensitive_data',
  'record_log',
  'admin_log',
  'import_change',
  'data_recycle_log',
  'sensitive_data_log',
  'import_run',
  'import_part',
]

/** True for tables whose own row is locked before what it refers to: their actions learn of that from their lines. */
export const isDocument = (model: TableModel): boolean =>
  linesOf(model).length > 0 || Object.keys(model.postings ?? {}).length > 0

/** The tables of the database in the order in which they are locked. */
export function lockOrder(models: readonly TableModel[]): readonly string[] {
  const byId = new Map(models.map((model) => [model.id, model]))
  const sorted = models.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  const isOwned = ({ ownedBy }: TableModel): boolean => ownedBy !== undefined && byId.has(ownedBy.entity)
  const ordered = new Set<TableModel>()
  const targetsOf = (model: TableModel): readonly TableModel[] =>
    model.fields.flatMap(({ name, relation }) => {
      const target = relation && name !== model.ownedBy?.field ? byId.get(relation.to) : undefined
      if (!target) return []
      return relation?.owned ? targetsOf(target) : [target]
    })
  const place = (
    model: TableModel,
    before: (model: TableModel) => readonly TableModel[],
    above: readonly TableModel[],
  ) => {
    if (ordered.has(model) || above.includes(model)) return
    for (const other of before(model)) place(other, before, [...above, model])
    ordered.add(model)
    for (const { relation } of linesOf(model)) {
      const lines = relation && byId.get(relation.to)
      if (lines) ordered.add(lines)
    }
  }
  const documents = sorted.filter(isDocument)
  for (const model of documents)
    place(model, (model) => documents.filter((other) => other !== model && targetsOf(other).includes(model)), [])
  for (const model of sorted)
    if (!isOwned(model)) place(model, (model) => targetsOf(model).filter((target) => !isDocument(target)), [])
  const declared = sorted.filter(({ lock }) => lock === 'first').map(({ table }) => table)
  const ends = new Set([...firstTables, ...declared, ...lastTables])
  const tables = [...ordered].map(({ table }) => table).filter((table) => !ends.has(table))
  return [...firstTables, ...declared, ...tables, ...lastTables]
}
