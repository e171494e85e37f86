/** Fields whose values are addresses of stored files, and the addresses in their values. */
import type { FieldModel } from './field-model.ts'
import { kinds } from './kinds/index.ts'
import { isColumn } from './kinds/lines.ts'
import { memoizeByObject } from './memoize.ts'
import { addressesInHtml } from './rich-text.ts'
import type { TableModel } from './table-model.ts'

type Fields = Pick<TableModel, 'fields'>

/** Fields of files, of pictures, and of texts with pictures. */
export const fileFields = memoizeByObject((model: Fields): readonly FieldModel[] =>
  model.fields.filter(({ kind }) => kinds[kind].addresses !== undefined),
)

/** True where rows carry names and sizes of files next to their addresses: `<field>_info`. */
export const hasFileInfo = ({ kind, access }: FieldModel): boolean =>
  kinds[kind].addresses === 'files' || (access !== undefined && kinds[kind].addresses !== undefined)

/** Fields whose files only the readers of the record may open. */
export const privateFileFields = memoizeByObject((model: Fields): readonly FieldModel[] =>
  fileFields(model).filter((field) => field.access !== undefined && isColumn(field)),
)

/** The addresses in a wire value: one, several or none. */
export function addressesIn({ kind }: Pick<FieldModel, 'kind'>, value: unknown): readonly string[] {
  if (typeof value === 'string' && kinds[kind].plainText) return addressesInHtml(value)
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value]
  return list.filter((address): address is string => typeof address === 'string' && address !== '')
}

/** True for addresses of files that this site has taken in. */
export const isStoredAddress = (address: string): boolean => /^\/(?:storage|cloud)\/./.test(address)
