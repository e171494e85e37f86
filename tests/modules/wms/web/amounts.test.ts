/** Amounts on the dashboard. */
import { expect, it } from 'vitest'
import { inTenThousands, isLarge } from '../../../../runtime/modules/wms/web/dashboard/amounts.ts'

it.each([
  ['0.00', false, '0.00'],
  ['9999.99', false, '1.00'],
  ['10000.00', true, '1.00'],
  ['123449.99', true, '12.34'],
  ['123450.00', true, '12.35'],
  ['-123450.00', true, '-12.35'],
  ['-0.01', false, '0.00'],
  ['90000000000.00', true, '9000000.00'],
])('%s yuan', (yuan, large, tenThousands) => {
  expect([isLarge(yuan), inTenThousands(yuan)]).toEqual([large, tenThousands])
})
