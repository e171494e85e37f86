/** The role of those who keep the shop. */
import type { DemoRole } from 'tablewright/server'

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '店长', en: 'Shop keeper' },
    nodes: [
      ...['index', 'add', 'edit', 'del', 'restore', 'sortable', 'export'].map((action) => `shop/goods/${action}`),
      ...['index', 'cancel', 'export'].map((action) => `shop/order/${action}`),
      ...['index', 'agree', 'grant', 'refuse', 'export'].map((action) => `shop/refund/${action}`),
      ...['index', 'add', 'edit', 'del', 'export'].map((action) => `shop/freight/${action}`),
      'wms/product/index',
      'wms/outbound/index',
      'wms/warehousing/index',
    ],
  },
]
