/** How the columns of adopted tables hold values. */
import type { StoredModel } from '../../runtime/protocol/index.ts'
import type { RawStored } from '../raw/documents.ts'

/** How the column of a field holds its value. */
export const storedModel = ({ empty, ...stored }: RawStored): StoredModel => ({
  ...stored,
  ...(empty && { isEmptyText: true as const }),
})
