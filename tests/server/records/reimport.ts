/** What importing an export does that nobody has touched. */
import type { TableModel } from 'tablewright/protocol'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { exportCsv, exportXlsx } from '../../../runtime/server/records/export.ts'
import { importRows } from '../../../runtime/server/records/import/import.ts'
import { query } from './scope.ts'

/** What it has to do. */
export const unchanged = { created: 0, updated: 0, refused: 0, errors: [] }

/** As `reimport` does, with a workbook in place of CSV. */
export async function reimportWorkbook(scope: Scope, model: TableModel): Promise<Record<string, unknown>> {
  return imported(scope, model, await bytesOf(await exportXlsx(scope, model, query('order=id,asc'))))
}

async function bytesOf(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of file) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * Exports the table and imports the file, first on trial.
 * @param edit changes the file; absent = untouched
 */
export async function reimport(
  scope: Scope,
  model: TableModel,
  edit: (file: Buffer) => Buffer = (file) => file,
): Promise<Record<string, unknown>> {
  return imported(scope, model, edit(await bytesOf(await exportCsv(scope, model, query('order=id,asc')))))
}

/** The counts of the trial and of the import, which are the same. */
async function imported(scope: Scope, model: TableModel, file: Buffer): Promise<Record<string, unknown>> {
  const source = async function* (): AsyncGenerator<Uint8Array, void> {
    for (let start = 0; start < file.length; start += 1000) yield file.subarray(start, start + 1000)
  }
  const counts = ({ created, updated, refused, errors }: Awaited<ReturnType<typeof importRows>>) => ({
    created,
    updated,
    refused,
    errors,
  })
  const trial = counts(await importRows(scope, model, { source, dryRun: true }))
  const result = counts(await importRows(scope, model, { source }))
  return JSON.stringify(trial) === JSON.stringify(result) ? result : { trial, result }
}
