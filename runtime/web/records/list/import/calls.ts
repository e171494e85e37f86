/** The calls of an import. */
import type { ImportDraft, ImportPreview, ImportState, TableModel } from '../../../../protocol/index.ts'
import { call, getData, postData } from '../../../core/api/client.ts'
import { saveBlob } from '../../../core/api/save-blob.ts'

type Table = Pick<TableModel, 'controller'>

/** The decisions of a person about a file. */
export interface ImportPlan {
  readonly headerLine: number
  /** Field → column of the file, from 0. */
  readonly columns: Readonly<Record<string, number>>
  readonly blank: 'keep' | 'clear'
}

export interface CellEdit {
  readonly line: number
  readonly column: number
  readonly text: string
}

const base = ({ controller }: Table): string => `/admin/${controller}`

/** Reads a file. Rejects with an `ApiError` that says what is wrong with it. */
export async function readFile(
  table: Table,
  file: File,
  sheet: string | null,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<ImportDraft> {
  const body = new FormData()
  if (sheet !== null) body.append('sheet', sheet)
  body.append('file', file)
  const answer = await call<ImportDraft>({
    method: 'POST',
    path: `${base(table)}/importFile`,
    body,
    signal,
    quiet: true,
    timeout: 0,
    onProgress: (event) => onProgress(event.total ? event.loaded / event.total : 0),
  })
  return answer.data
}

const bodyOf = (run: number, { headerLine, columns, blank }: ImportPlan, edits: readonly CellEdit[]) => ({
  run,
  header_line: headerLine,
  columns,
  blank,
  edits,
})

export const previewImport = (
  table: Table,
  run: number,
  plan: ImportPlan,
  edits: readonly CellEdit[],
  signal: AbortSignal,
): Promise<ImportPreview> =>
  postData(`${base(table)}/importPreview`, bodyOf(run, plan, edits), { quiet: true, timeout: 0, signal })

export const startImport = (table: Table, run: number, plan: ImportPlan): Promise<{ readonly run: number }> =>
  postData(`${base(table)}/importStart`, bodyOf(run, plan, []), { quiet: true, timeout: 0 })

/** Imports of the signed-in admin into the table, the newest first. @param run only this one */
export const fetchImports = async (table: Table, run: number | null): Promise<readonly ImportState[]> =>
  (
    await getData<{ readonly list: readonly ImportState[] }>(
      `${base(table)}/importState`,
      run === null ? '' : `run=${run}`,
      { quiet: true, isBackground: true },
    )
  ).list

/** Saves the rows that were refused, with the reasons. */
export async function saveErrors(table: Table, run: number, name: string): Promise<void> {
  const file = await call<Blob>({
    method: 'GET',
    path: `${base(table)}/importErrors`,
    query: `run=${run}`,
    expects: 'blob',
    timeout: 0,
  })
  saveBlob(file.data, name)
}
