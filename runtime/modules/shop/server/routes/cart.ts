/** Carts and addresses of members. Those of others do not exist for them. */
import { createRouteDefinition, OperationError, type Member, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { cartOptions } from '#generated/shop/options.ts'
import {
  addToCart,
  listAddresses,
  mergeCart,
  priceCart,
  readCart,
  removeAddress,
  saveAddress,
  setCart,
} from '../../shared/routes.ts'
import { showAddresses, storeAddress } from '../addresses.ts'
import { parseQuantity } from '../amounts.ts'
import { describeLines, putIntoCart, showCart } from '../cart.ts'
import { t } from '../i18n.ts'
import type { Scope } from '#generated/shop/server.ts'

const defineMemberRoute = createRouteDefinition<Database>()

/** Routes of members have one. */
export const idOf = (member: Member | null): number => {
  if (!member) throw new OperationError('not_found')
  return member.id
}

function quantityOf({ language }: Scope, input: string | number): number {
  const quantity = parseQuantity(input)
  if (quantity === null) throw new OperationError('invalid', { errors: { quantity: t(language, 'quantity') } })
  return quantity
}

export const cartRoutes: readonly ModuleRoute[] = [
  defineMemberRoute(readCart, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '购物车', en: 'Cart' },
    maxPerMinute: 240,
    handler: ({ scope, member }) => showCart(scope, scope.database.query, idOf(member)),
  }),
  defineMemberRoute(priceCart, {
    transaction: 'own',
    login: 'visitor',
    right: null,
    label: { 'zh-cn': '访客购物车', en: 'Cart of a visitor' },
    maxPerMinute: 240,
    async handler({ scope, input: { lines } }) {
      const rows = new Map(
        lines.map(({ goods_id: goods, quantity, checked = true }) => [
          goods,
          { goods_id: goods, title: '', quantity: quantityOf(scope, quantity), price: null, isChecked: checked },
        ]),
      )
      return describeLines(scope, scope.database.query, null, [...rows.values()])
    },
  }),
  defineMemberRoute(addToCart, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '加入购物车', en: 'Add to the cart' },
    maxPerMinute: 120,
    async handler({ scope, trx, member, input: { goods_id: goods, quantity } }) {
      await putIntoCart({ scope, trx }, idOf(member), new Map([[goods, quantityOf(scope, quantity)]]), 'add')
      return showCart(scope, trx, idOf(member))
    },
  }),
  defineMemberRoute(setCart, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '修改购物车', en: 'Change the cart' },
    maxPerMinute: 240,
    async handler({ scope, trx, member, input: { goods_id: goods, quantity, checked } }) {
      const user = idOf(member)
      const isRemoved = quantity !== undefined && /^0+(\.0*)?$/.test(String(quantity))
      if (isRemoved)
        await trx.deleteFrom('shop_cart').where('user_id', '=', user).where('goods_id', '=', goods).execute()
      else {
        const values = {
          ...(quantity !== undefined && { quantity: quantityOf(scope, quantity) }),
          ...(checked !== undefined && { checked: checked ? cartOptions.checked.yes : cartOptions.checked.no }),
        }
        if (Object.keys(values).length > 0) {
          const { numUpdatedRows } = await trx
            .updateTable('shop_cart')
            .set(values)
            .where('user_id', '=', user)
            .where('goods_id', '=', goods)
            .executeTakeFirstOrThrow()
          if (Number(numUpdatedRows) === 0) throw new OperationError('not_found')
        }
      }
      return showCart(scope, trx, user)
    },
  }),
  defineMemberRoute(mergeCart, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '合并购物车', en: 'Merge carts' },
    maxPerMinute: 30,
    async handler({ scope, trx, member, input: { lines } }) {
      const wishes = new Map<number, number>()
      for (const { goods_id: goods, quantity } of lines)
        wishes.set(goods, (wishes.get(goods) ?? 0) + quantityOf(scope, quantity))
      if (wishes.size > 0) await putIntoCart({ scope, trx }, idOf(member), wishes, 'larger')
      return showCart(scope, trx, idOf(member))
    },
  }),
  defineMemberRoute(listAddresses, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '收货地址', en: 'Addresses' },
    maxPerMinute: 240,
    handler: ({ scope, member }) => showAddresses(scope.database.query, idOf(member)),
  }),
  defineMemberRoute(saveAddress, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '保存收货地址', en: 'Save an address' },
    maxPerMinute: 60,
    async handler({ scope, trx, member, input }) {
      const user = idOf(member)
      await storeAddress({ scope, trx }, user, input)
      return showAddresses(trx, user)
    },
  }),
  defineMemberRoute(removeAddress, {
    login: 'member',
    right: null,
    label: { 'zh-cn': '删除收货地址', en: 'Delete an address' },
    maxPerMinute: 60,
    async handler({ trx, member, input: { id } }) {
      const user = idOf(member)
      await trx.deleteFrom('shop_address').where('id', '=', id).where('user_id', '=', user).execute()
      return showAddresses(trx, user)
    },
  }),
]
