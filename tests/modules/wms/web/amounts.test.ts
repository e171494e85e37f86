/** Amounts on the dashboard. */
import { expect, it } from 'vitest'
import { axisAmount, isLarge, shownAmount } from '../../../../runtime/modules/wms/web/dashboard/amounts.ts'

it.each([
  ['0.00', false, '0.00', '0.00'],
  ['9999.99', false, '9,999.99', '9,999.99'],
  ['10000.00', true, '1.00', '10,000'],
  ['123449.99', true, '12.34', '123,450'],
  ['123450.50', true, '12.35', '123,451'],
  ['-123450.50', true, '-12.35', '-123,451'],
  ['-0.01', false, '-0.01', '-0.01'],
  ['413000.00', true, '41.30', '413,000'],
  ['90000000000.00', true, '9,000,000.00', '90,000,000,000'],
])('%s yuan are read in Chinese and in English', (yuan, large, chinese, english) => {
  expect([isLarge(yuan), shownAmount(yuan, 'zh-cn'), shownAmount(yuan, 'en')]).toEqual([large, chinese, english])
})

it.each([
  [400_000, true, '40', '400K'],
  [12_500, true, '1.25', '12.5K'],
  [1_200_000, true, '120', '1.2M'],
  [0, true, '0', '0'],
  [8000, false, '8,000', '8,000'],
])('%s yuan beside the axis', (yuan, areLarge, chinese, english) => {
  expect([axisAmount(yuan, areLarge, 'zh-cn'), axisAmount(yuan, areLarge, 'en')]).toEqual([chinese, english])
})
