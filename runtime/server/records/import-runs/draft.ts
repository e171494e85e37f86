/** The first step of an import: the file is read once, and its rows are stored until they are imported. */
import type { ImportDraft, TableModel } from '../../../protocol/index.ts'
import { nowSeconds } from '../../core/clock.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { importLimits, refuseHandMade } from '../import/import.ts'
import { countHeaders } from '../import/header.ts'
import { fileError, openRowFile } from '../import/row-file.ts'
import { isBlankRecord } from '../import/row.ts'
import { importView } from '../policy/policy.ts'
import { maxTitleRows } from '../spreadsheet/read-workbook.ts'
import { PartWriter, removeRun, runStates, runTable, system, type StoredRecord } from './store.ts'

interface DraftFile {
  readonly name: string
  readonly bytes: Buffer
  /** Name of the sheet of a workbook; absent = the first one with content. */
  readonly sheet?: string
}

/** Rows that the answer shows. */
const shownRows = 30

/** Throws an OperationError `invalid` when the file cannot be read; then nothing of it is stored. */
export async function createDraft(scope: Scope, model: TableModel, file: DraftFile): Promise<ImportDraft> {
  refuseHandMade(scope, model)
  const run = await addRun(scope, model, file.name)
  try {
    return await storeRows(scope, model, run, file)
  } catch (error) {
    await removeRun(system(scope), run)
    throw fileError(error, importLimits.bytes)
  }
}

async function addRun(scope: Scope, { id: entity }: TableModel, name: string): Promise<number> {
  const { actor, language, origin } = scope
  return system(scope).write(async (trx) => {
    const { id } = await trx
      .insertInto(runTable)
      .values({
        admin_id: actor?.id ?? 0,
        entity,
        name: name.slice(0, 200),
        state: runStates.draft,
        encoding: null,
        row_count: 0,
        header_line: null,
        header: null,
        columns: null,
        blank: null,
        language,
        ip: (origin?.ip ?? '').slice(0, 45),
        agent: (origin?.agent ?? '').slice(0, 255),
        done_line: 0,
        created: 0,
        updated: 0,
        unchanged: 0,
        refused: 0,
        log_id: null,
        error: null,
        create_time: nowSeconds(),
        end_time: null,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

async function storeRows(
  scope: Scope,
  model: TableModel,
  run: number,
  { name, bytes, sheet }: DraftFile,
): Promise<ImportDraft> {
  const source = async function* () {
    yield bytes
  }
  const choice = { limits: importLimits, ...(sheet !== undefined && { sheet }) }
  const file = await openRowFile(source, choice)
  const writer = new PartWriter(scope, run)
  const first: StoredRecord[] = []
  let rows = 0
  for await (const { records } of file.read())
    for (const record of records) {
      if (isBlankRecord(record)) continue
      // The cells behind a quote that is not closed cannot be trusted.
      const row: StoredRecord = [record.line, record.cells]
      if (record.hasBadQuotes)
        throw new OperationError('invalid', { text: 'import.quote', params: { line: record.line } })
      if (first.length < shownRows) first.push(row)
      await writer.add(row)
      // Guard T59: an import has a limit of rows.
      if (++rows > importLimits.rows + maxTitleRows)
        throw new OperationError('invalid', { text: 'import.too_many', params: { limit: importLimits.rows } })
    }
  await writer.flush()
  if (first.length < 2) throw new OperationError('invalid', { text: 'import.empty' })
  const headerLine = guessHeader(scope, model, first)
  await system(scope).write((trx) =>
    trx
      .updateTable(runTable)
      .set({ row_count: rows, encoding: file.encoding, header_line: headerLine })
      .where('id', '=', run)
      .execute(),
  )
  const fields = importView(scope, model).fields.map((field) => field.name)
  return {
    run,
    name,
    encoding: file.encoding,
    sheets: [...file.sheets],
    sheet: file.sheet,
    rows,
    headerLine,
    first,
    fields,
  }
}

function guessHeader(scope: Scope, model: TableModel, records: readonly StoredRecord[]): number {
  const titles = records.slice(0, maxTitleRows)
  const counts = titles.map(([, cells]) => countHeaders(scope, model, cells, undefined))
  return titles[counts.indexOf(Math.max(...counts))]?.[0] ?? 1
}
