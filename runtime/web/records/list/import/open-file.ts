/** A file that was read, and what the person has decided about it. */
import type { ImportDraft } from '../../../../protocol/index.ts'
import type { ImportPlan } from './calls.ts'

export interface OpenFile {
  readonly file: File
  readonly draft: ImportDraft
  readonly plan: ImportPlan
}
