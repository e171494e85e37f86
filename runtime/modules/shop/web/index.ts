/** The hand-written web part of the shop. */
import { defineWebModule } from 'tablewright/web'
import type { ShopWebParts } from '#generated/shop/parts.ts'

export const shopWeb = defineWebModule<ShopWebParts>({ widgets: {}, cells: {} })
