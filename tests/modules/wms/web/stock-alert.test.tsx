import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { fieldOf } from 'tablewright/protocol'
import { product } from '#generated/wms/product/table.ts'
import { StockAlert } from '../../../../runtime/modules/wms/web/cells/StockAlert.tsx'

afterEach(cleanup)

describe('the stock alert of a product', () => {
  it.each([
    ['0.000', 0, 'Out of stock', '缺货'],
    ['0.000', 1, 'Out of stock', '缺货'],
    ['2.500', 1, 'Low stock', '库存不足'],
    ['98.000', 0, 'Sufficient', '充足'],
  ])('with %s on hand and the alert %i reads %s', async (onHand, alert, english, chinese) => {
    const field = fieldOf(product, 'low_alert_open')!
    for (const [language, text] of [
      ['en', english],
      ['zh-cn', chinese],
    ] as const) {
      const { container } = render(
        <StockAlert
          field={field}
          value={alert}
          row={{ id: 1, total_stock_num: onHand, low_alert_open: alert }}
          locale={{ language, timeZone: 'Asia/Shanghai' }}
          recordName="P1"
          change={null}
        />,
      )
      await waitFor(() => expect(container.textContent).toBe(text))
      cleanup()
    }
  })
})
