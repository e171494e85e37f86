/** The hand-written server part of the shop. */
import { defineServerModule } from 'tablewright/server'
import type { ShopServerParts } from '#generated/shop/parts.ts'
import { goodsHooks, orderEffects, orderHooks } from './admin.ts'
import { checks } from './checks.ts'
import { demoWork } from './demo/work.ts'
import { freightHooks } from './freight.ts'
import { jobs } from './jobs.ts'
import { memberCard, memberErasure } from './members.ts'
import { noticeKinds } from './notices.ts'
import { payProject } from './orders/paid.ts'
import { stockHolder } from './orders/shipping.ts'
import { prepareShop } from './prepare.ts'
import { refundEffects, refundHooks } from './refunds/decide.ts'
import { roles } from './roles.ts'
import { adminRoutes } from './routes/admin.ts'
import { cartRoutes } from './routes/cart.ts'
import { goodsRoutes } from './routes/goods.ts'
import { orderRoutes } from './routes/orders.ts'
import { refundRoutes } from './routes/refunds.ts'
import { shopSettings } from './settings.ts'
import { orderMessage } from './tell.ts'

export const shopServer = defineServerModule<ShopServerParts>({
  name: 'shop',
  roles,
  demoWork,
  settings: shopSettings,
  hooks: {
    'shop/goods': goodsHooks,
    'shop/order': orderHooks,
    'shop/refund': refundHooks,
    'shop/freight': freightHooks,
  },
  effects: { 'shop/order': orderEffects, 'shop/refund': refundEffects },
  routes: [...adminRoutes, ...goodsRoutes, ...cartRoutes, ...orderRoutes, ...refundRoutes],
  jobs,
  notices: noticeKinds,
  messages: [orderMessage],
  checks,
  payProjects: [payProject],
  stockHolders: [stockHolder],
  memberCards: [memberCard],
  memberErasure,
  prepare: prepareShop,
})
