/** What a field of files or images shows of what is stored. */
import type { FieldModel } from '../../../protocol/index.ts'
import type { UploadedFile } from '../../core/api/upload.ts'
import type { FieldLocale } from '../input-props.ts'

/** A stored file as far as the form knows it. */
export type KnownFile = Pick<UploadedFile, 'url' | 'name' | 'size'>

export interface StoredListProps {
  /** Id of the field's control. */
  readonly id: string
  /** Label of the field. */
  readonly label: string
  readonly urls: readonly string[]
  /** Names and sizes of files, as far as they are known. */
  readonly files: readonly KnownFile[]
  readonly locale: FieldLocale
  readonly disabled: boolean
  readonly onChange: (urls: readonly string[]) => void
}

/** What the server sent about the files of a field, next to their addresses. */
export function filesIn(row: Readonly<Record<string, unknown>> | null, { name }: FieldModel): readonly KnownFile[] {
  const info = row?.[`${name}_info`]
  return Array.isArray(info) ? (info as readonly KnownFile[]) : []
}
