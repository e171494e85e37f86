/** Why a workbook cannot be read. */
import { AppError } from '../../core/errors/app-error.ts'

export type WorkbookProblem =
  | 'old'
  | 'broken'
  | 'entries'
  | 'inflated'
  | 'rows'
  | 'columns'
  | 'characters'
  | 'memory'
  | 'time'
  | 'sheet'

export class WorkbookError extends AppError<WorkbookProblem> {
  /** Parameters of the text `import.xlsx_<code>`. */
  readonly params: Readonly<Record<string, string | number>>

  constructor(code: WorkbookProblem, params: WorkbookError['params'] = {}) {
    super('WorkbookError', code, code)
    this.params = params
  }
}

/** Limits that a workbook is held to before and while it is read, whatever the library that reads it allows. */
export const workbookLimits = {
  bytes: 20 * 1024 * 1024,
  /** Files in the archive. */
  entries: 2000,
  inflatedBytes: 200 * 1024 * 1024,
  rows: 100_000,
  columns: 200,
  /** The sum over all cells. */
  characters: 40_000_000,
  memoryMegabytes: 512,
  seconds: 60,
} as const
