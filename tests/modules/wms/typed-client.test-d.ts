/**
 * What the compiler must refuse in requests of pages and tests. The file is compiled with everything else: an expected
 * error that does not occur is itself an error.
 */
import { createRecords } from 'tablewright/web'
import { controllers, type Entities } from '#generated/api.ts'

const records = createRecords<Entities>(controllers)

/** Everything by its type: rows, inputs, actions with what they ask for. */
export async function allowed(): Promise<string> {
  const id = await records.add('wms/brand', { name: 'Northwind' })
  await records.edit('wms/brand', id, { name: 'Southwind', version: 1 })
  const [product] = await records.list('wms/product', 'limit=1')
  const { id: same, version }: { id: number; version: number } = await records.act('wms/warehousing', 'audit', { id })
  await records.remove('wms/brand', id, same, version)
  return product?.price ?? ''
}

export const wrongInput = () =>
  // @ts-expect-error the field is called name
  records.add('wms/brand', { title: 'Northwind' })

export const missingInput = () =>
  // @ts-expect-error the name is required
  records.add('wms/brand', {})

export const wrongType = () =>
  // @ts-expect-error decimals are texts
  records.edit('wms/product', 1, { price: 12.5 })

export const wrongAction = () =>
  // @ts-expect-error no such action
  records.act('wms/warehousing', 'approve', { id: 1 })

export const missingTarget = () =>
  // @ts-expect-error an action is about a record
  records.act('wms/warehousing', 'audit', {})

export async function wrongField(): Promise<unknown> {
  // @ts-expect-error no such field
  return (await records.read('wms/brand', 1)).title
}
