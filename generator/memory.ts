/**
 * What a process that generates again and again keeps of the run before, so that an edit of one schema costs little
 * among hundreds. The result is the same without it.
 */
import type { ParseError } from 'jsonc-parser'
import type { Output } from './emit/output.ts'
import type { SourceFile } from './source/source-file.ts'

export interface Memory {
  /** Documents by path; valid for the same text. */
  readonly files: Map<string, { readonly file: SourceFile; readonly errors: readonly ParseError[] | undefined }>
  /** The files of an entity by its id; valid for the same entity. */
  readonly emitted: Map<string, { readonly key: string; readonly outputs: readonly Output[] }>
  /** Text of every file that this process wrote or found, by path. */
  readonly written: Map<string, string>
}

/** An empty memory, for the life of one process. */
export const createMemory = (): Memory => ({ files: new Map(), emitted: new Map(), written: new Map() })
