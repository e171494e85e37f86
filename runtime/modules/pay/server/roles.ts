/** The role of those who look after payments. */
import type { DemoRole } from 'tablewright/server'

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '财务', en: 'Cashier' },
    nodes: [
      ...['index', 'query', 'refund', 'report', 'export'].map((action) => `pay/log/${action}`),
      ...['index', 'retry', 'export'].map((action) => `pay/refund/${action}`),
      'pay/notify/index',
      'pay/reconcile/index',
    ],
  },
]
