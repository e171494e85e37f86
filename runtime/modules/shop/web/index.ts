/** The hand-written web part of the shop. */
import { defineWebModule } from 'tablewright/web'
import type { ShopWebParts } from '#generated/shop/parts.ts'

export const shopWeb = defineWebModule<ShopWebParts>({
  widgets: {},
  cells: {
    'sale-switch': () => import('./admin/cells.tsx').then((file) => file.SaleSwitch),
    'inline-price': () => import('./admin/cells.tsx').then((file) => file.InlinePrice),
    'goods-stock': () => import('./admin/cells.tsx').then((file) => file.StockOfGoods),
  },
  toolbar: {
    'shop/goods': [
      {
        label: { 'zh-cn': '批量添加', en: 'Add many' },
        icon: 'add',
        right: 'shop/goods/add',
        dialog: () => import('./admin/AddGoodsDialog.tsx').then((file) => file.AddGoodsDialog),
      },
    ],
  },
  panels: {
    'shop/goods': [
      {
        label: { 'zh-cn': '可售库存', en: 'What can be sold' },
        right: null,
        panel: () => import('./admin/GoodsStock.tsx').then((file) => file.GoodsStock),
      },
    ],
    'shop/order': [
      {
        label: { 'zh-cn': '商品与退款', en: 'Goods and refunds' },
        right: null,
        panel: () => import('./admin/OrderPanel.tsx').then((file) => file.OrderOfOrder),
      },
    ],
    'shop/refund': [
      {
        label: { 'zh-cn': '所属订单', en: 'The order' },
        right: 'shop/order/index',
        panel: () => import('./admin/OrderPanel.tsx').then((file) => file.OrderOfRefund),
      },
    ],
    'wms/outbound': [
      {
        label: { 'zh-cn': '商城订单', en: 'Shop order' },
        right: 'shop/order/index',
        panel: () => import('./admin/OrderPanel.tsx').then((file) => file.OrderOfOutbound),
      },
    ],
  },
  memberPages: [
    {
      path: 'shop/goods',
      label: { 'zh-cn': '商城', en: 'Shop' },
      icon: 'shop',
      isPublic: true,
      page: () => import('./member/GoodsList.tsx').then((file) => file.GoodsList),
    },
    {
      path: 'shop/goods/:id',
      label: { 'zh-cn': '商品', en: 'Goods' },
      isPublic: true,
      page: () => import('./member/GoodsDetail.tsx').then((file) => file.GoodsDetail),
    },
    {
      path: 'shop/cart',
      label: { 'zh-cn': '购物车', en: 'Cart' },
      icon: 'shopping-cart',
      isPublic: true,
      page: () => import('./member/Cart.tsx').then((file) => file.Cart),
    },
    {
      path: 'shop/orders',
      label: { 'zh-cn': '我的订单', en: 'My orders' },
      icon: 'list',
      page: () => import('./member/Orders.tsx').then((file) => file.Orders),
    },
    {
      path: 'shop/addresses',
      label: { 'zh-cn': '收货地址', en: 'Addresses' },
      icon: 'home',
      page: () => import('./member/Addresses.tsx').then((file) => file.Addresses),
    },
    {
      path: 'shop/checkout',
      label: { 'zh-cn': '确认订单', en: 'Checkout' },
      page: () => import('./member/Checkout.tsx').then((file) => file.Checkout),
    },
    {
      path: 'shop/order/:id',
      label: { 'zh-cn': '订单', en: 'Order' },
      page: () => import('./member/OrderDetail.tsx').then((file) => file.OrderDetail),
    },
    {
      path: 'shop/order/:id/refund',
      label: { 'zh-cn': '申请退款', en: 'Request a refund' },
      page: () => import('./member/RefundForm.tsx').then((file) => file.RefundForm),
    },
  ],
})
