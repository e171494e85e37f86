/** Members are told of each step of an order, in their area and by mail, in the currency of the order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOrder } from '../../../runtime/modules/shop/server/order.ts'
import { orderEvents, tellMember } from '../../../runtime/modules/shop/server/tell.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openShopSite, type ShopSite } from './shop-site.ts'

interface Mail {
  readonly to: string
  readonly values: Readonly<Record<string, string>>
}

describe.each(moduleEngines)('news of orders on $name', (engine) => {
  let site: ShopSite
  beforeAll(async () => {
    site = await openShopSite(engine)
  })
  afterAll(() => site?.dispose())

  it('reach the member as a notice in both languages, and as a mail in one', async () => {
    const ann = await site.member()
    const { id } = await site.goods(5, { score_price: 250 })
    const placed = await site.place(ann, id, 1, { currency: 'integral' })
    const order = 'order' in placed ? placed.order.id : 0
    const mails: Mail[] = []
    const mailer = {
      canDeliver: () => true,
      isAddress: (address: string) => address.includes('@'),
      send: async (_settings: unknown, _trx: unknown, mail: Mail) => void mails.push(mail),
    }
    const members = { contact: async () => ({ email: 'ann@example.com' }) }
    await site.run(async ({ scope, trx }) => {
      for (const event of orderEvents)
        await tellMember(
          { scope: { ...scope, members: members as never, mailer: mailer as never }, trx },
          event,
          await readOrder(trx, order),
          {
            courier: 'SF1234',
            reason: 'Out of stock',
          },
        )
    })
    const notices = await site.rows('user_notice', { user_id: ann })
    // One is that of the order itself.
    expect([notices.length, mails.length]).toEqual([orderEvents.length + 1, orderEvents.length])
    const texts = [...notices.map((row) => JSON.stringify(row)), ...mails.map(({ values }) => JSON.stringify(values))]
    expect(texts.filter((text) => text.includes('{{') || text.includes('¥'))).toEqual([])
    expect(texts.filter((text) => text.includes('1250 积分')).length).toBeGreaterThan(0)
    expect(mails.every(({ to }) => to === 'ann@example.com')).toBe(true)
    expect(mails[0]?.values['url']).toContain(`/user/shop/order/${order}`)
  })
})
