/** Quantities of a cart that is kept in the browser. */
import { expect, it } from 'vitest'
import { sumOf, thousandths } from '../../../../runtime/modules/shop/web/member/quantity.ts'

it('adds quantities exactly, as the server takes them', () => {
  expect([sumOf('0.1', '0.2'), sumOf('1', '1.005'), sumOf('2.7', '0.3')]).toEqual(['0.3', '2.005', '3'])
  expect(thousandths(String(0.1 + 0.2))).toBeNaN()
})
