/** Records of the shop as the server sends them. */
import type { AnswerOf } from 'tablewright/protocol'
import type { listOrders, quoteOrder, readOrderInfo } from '../../shared/orders.ts'
import type { listCategories, listGoods, readCart, saveAddress } from '../../shared/routes.ts'

export type Goods = AnswerOf<NonNullable<typeof listGoods.answer>>['list'][number]
export type Category = AnswerOf<NonNullable<typeof listCategories.answer>>['list'][number]
export type Cart = AnswerOf<NonNullable<typeof readCart.answer>>
export type CartLine = Cart['list'][number]
export type Addresses = AnswerOf<NonNullable<typeof saveAddress.answer>>
export type Address = Addresses['list'][number]
export type Quote = AnswerOf<NonNullable<typeof quoteOrder.answer>>
export type Problem = Quote['problems'][number]
export type Order = AnswerOf<NonNullable<typeof listOrders.answer>>['list'][number]
export type OrderInfo = AnswerOf<NonNullable<typeof readOrderInfo.answer>>
