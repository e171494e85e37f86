import { expect, it } from 'vitest'
import fc from 'fast-check'
import { planDatabase } from '../../../runtime/server/db/index.ts'
import { isOurs, objectName, replacementName } from '../../../runtime/server/db/plan/object-names.ts'
import { engines } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,80}$/)

it('names of indexes and keys fit both engines, are the same every time, and are known as ours', () => {
  fc.assert(
    fc.property(name, name, (table, rest) => {
      const made = objectName(table, rest)
      expect(Buffer.byteLength(made)).toBeLessThanOrEqual(63)
      expect(objectName(table, rest)).toBe(made)
      expect(isOurs(table, made)).toBe(true)
    }),
  )
})

it('long names that begin alike stay different', () => {
  const long = 'a'.repeat(60)
  expect(objectName('shop_product', `${long}_one`)).not.toBe(objectName('shop_product', `${long}_two`))
  expect(objectName(`${long}_one`, 'x')).not.toBe(objectName(`${long}_two`, 'x'))
  const indexes = Array.from({ length: 40 }, (_index, number) => objectName(long, `index_${number}`))
  expect(new Set(indexes.map((index) => replacementName(long, index))).size).toBe(indexes.length)
})

it('an index of another owner is left alone', () => {
  expect(isOurs('shop_product', 'shop_product_name_trgm')).toBe(false)
  expect(isOurs('shop_product', 'shop_product_line__name')).toBe(false)
  const long = 'a'.repeat(55)
  expect(isOurs(long, `${long}_mine`)).toBe(false)
  expect(isOurs(long, `${'a'.repeat(52)}_mine`)).toBe(false)
})

it.each(engines)('duplicates are counted in columns with names of our statements on $name', async (engine) => {
  const names = ['n', 'value', 'g']
  const database = await engine.open([tableModel('plan/part', { fields: names.map((one) => field(one, 'text')) })])
  const values = Object.fromEntries(names.map((one) => [one, `same ${one}`]))
  for (const _copy of [1, 2])
    await database.write((trx) =>
      trx
        .insertInto('plan_part')
        .values({ ...values, version: 1 })
        .execute(),
    )
  for (const prefix of ['', 'new_']) {
    const model = tableModel('plan/part', {
      fields: names.map((one) => field(`${prefix}${one}`, 'text', prefix ? { renamedFrom: one } : {})),
      indexes: names.map((one) => ({ name: one, on: [`${prefix}${one}`], unique: true })),
    })
    const { steps } = await planDatabase(database, [model])
    const reasons = steps.filter(({ kind }) => kind === 'add-index').map(({ reason }) => reason.en)
    expect(reasons).toEqual(names.map((one) => expect.stringContaining(`same ${one} (2 ×)`)))
  }
  await database.dispose()
})
