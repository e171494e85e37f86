/** The messages between client and server about an import. */

/** Routes of every table that can be imported, besides `import` itself. */
export const importRoutes = ['importFile', 'importPreview', 'importStart', 'importState', 'importErrors'] as const

/** A row of a file: its line, and the texts of its cells. */
export type ImportRecord = readonly [line: number, cells: readonly string[]]

/** A file that was read and is not imported yet. */
export interface ImportDraft {
  readonly run: number
  /** The name of the file. */
  readonly name: string
  readonly encoding: string
  /** Names of the sheets of a workbook; a CSV file has none. */
  readonly sheets: readonly string[]
  readonly sheet: string | null
  /** Lines with content, that of the headers and those above it included. */
  readonly rows: number
  /** Line that probably has the headers. */
  readonly headerLine: number
  /** The first rows with content. */
  readonly first: readonly ImportRecord[]
  /** Names of the fields that the caller may fill. */
  readonly fields: readonly string[]
}

export type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'refused'

export interface ImportPreviewRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly kind: ImportOutcome
  /** Why the row is refused; `field` is null when the reason concerns the whole row. */
  readonly faults: readonly { readonly field: string | null; readonly message: string }[]
}

/** The effect that an import would have. */
export interface ImportPreview extends Readonly<Record<ImportOutcome, number>> {
  readonly count: number
  /** Reason → how many rows are refused for it. */
  readonly reasons: Readonly<Record<string, number>>
  /** The first rows. */
  readonly rows: readonly ImportPreviewRow[]
  /** The first of those that are refused. */
  readonly refusedRows: readonly ImportPreviewRow[]
}

/** How far an import is. */
export interface ImportState extends Readonly<Record<ImportOutcome, number>> {
  readonly run: number
  readonly name: string
  readonly state: 'running' | 'done' | 'failed'
  /** Rows of the file. */
  readonly count: number
  /** Why it has failed; "" when it has not. */
  readonly error: string
  /** The entry of the log by which it can be undone; null when nothing was changed. */
  readonly entry: number | null
  /** The first records that it has added or changed. */
  readonly ids: readonly number[]
}
