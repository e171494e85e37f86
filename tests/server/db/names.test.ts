import { expect, it } from 'vitest'
import fc from 'fast-check'
import { isOurs, objectName } from '../../../runtime/server/db/plan/names.ts'

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
})

it('an index of another owner is left alone', () => {
  expect(isOurs('shop_product', 'shop_product_name_trgm')).toBe(false)
  expect(isOurs('shop_product', 'shop_product_line__name')).toBe(false)
})
