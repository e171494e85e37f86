/** The messages between the server's thread and a reader worker. Plain data. */
import type { CsvShape } from '../../core/models/csv-rows.ts'
import type { RowShape } from '../../core/models/row-shape.ts'
import type { Plain, Walk } from '../database.ts'
import type { Attachment } from '../adopted/sqlite.ts'
import type { Statement } from '../tables.ts'

export interface ReaderSetup {
  readonly file: string
  readonly cacheKilobytes: number
  /** Files of other applications. */
  readonly attachments: readonly Attachment[]
  /** Where the server's thread marks cancelled reads. */
  readonly cancelMemory: SharedArrayBuffer
  /** How much less of the processor the worker gets than the thread that answers requests, as a nice value. */
  readonly niceness: number
  /** The worker is for exports, one at a time. */
  readonly isForExports?: true
}

export interface ExportJob {
  readonly rows: Statement
  readonly csv: CsvShape
  /** Milliseconds for each batch. */
  readonly deadlineMs: number
}

/** A job begins an export; `next`: the consumer wants a batch; `close`: close the file and exit. */
export type ExportMessage = ExportJob | 'next' | 'close'

/** Lines travel as a text: the memory of bytes that come from a thread is given back late, 30 MB of them later. */
export type ExportAnswer =
  | { readonly lines: string; readonly isLast: boolean }
  | { readonly error: { readonly message: string; readonly code: string } }

export interface ReaderRequest {
  readonly id: number
  readonly rows: Statement
  readonly count: Statement | null
  readonly walk: Walk | null
  readonly plain: Plain | null
  readonly deadlineMs: number
  /** Number of a shape; null = raw rows. */
  readonly shape: number | null
  /** The shape itself, with the first request that uses its number. */
  readonly newShape?: RowShape
}

/** `reopen`: read the planner's statistics again. `close`: close the file and exit. */
export type ReaderMessage = readonly ReaderRequest[] | 'reopen' | 'close'

export type ReaderAnswer =
  | { readonly id: number; readonly list: string; readonly count: number | null }
  | { readonly id: number; readonly error: { readonly message: string; readonly code: string } }
