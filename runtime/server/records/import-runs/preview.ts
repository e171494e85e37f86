/** Says row by row what an import of a stored file would do. */
import type { ImportPreview, ImportPreviewRow, TableModel } from '../../../protocol/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { importRecords } from '../import/import.ts'
import type { Fault } from '../import/report.ts'
import { mapOf, rowsOf, type RowPlan } from './run-rows.ts'
import { editCells, type StoredRun } from './store.ts'

/** Rows that the answer shows: of those that were refused, and of all. */
const maxRefused = 200
const maxRows = 100

export interface PreviewInput extends RowPlan {
  readonly blank: 'keep' | 'clear'
  /** Cells that a person has changed. */
  readonly edits: readonly { readonly line: number; readonly column: number; readonly text: string }[]
}

export async function previewRun(
  scope: Scope,
  model: TableModel,
  run: StoredRun,
  input: PreviewInput,
): Promise<ImportPreview> {
  if (input.edits.length > 0) await editCells(scope, run.id, input.edits)
  const refusedRows: ImportPreviewRow[] = []
  const rows: ImportPreviewRow[] = []
  const report = await importRecords(scope, model, rowsOf(scope, run.id, input), 'utf-8', {
    map: mapOf(input),
    headerLine: input.headerLine,
    blank: input.blank,
    dryRun: true,
    onOutcome: ({ line, cells }, outcome) => {
      const isRefused = outcome.kind === 'refused'
      const row = { line, cells, kind: outcome.kind, faults: isRefused ? outcome.faults.map(faultOf) : [] }
      if (isRefused && refusedRows.length < maxRefused) refusedRows.push(row)
      if (rows.length < maxRows) rows.push(row)
    },
  })
  const { rows: count, created, updated, unchanged, refused, reasons } = report
  return { count, created, updated, unchanged, refused, reasons, rows, refusedRows }
}

export const faultOf = ({ field, message }: Fault) => ({ field, message })
