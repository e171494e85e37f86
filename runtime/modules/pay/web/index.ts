/** The hand-written web part of payments. */
import { defineWebModule } from 'tablewright/web'
import type { PayWebParts } from '#generated/pay/parts.ts'

export const payWeb = defineWebModule<PayWebParts>({
  widgets: {},
  cells: {},
  pages: {
    'pay/provider': () => import('./providers/ProvidersPage.tsx').then((file) => file.ProvidersPage),
    'pay/reconcile': () => import('./reconcile/ReconcilePage.tsx').then((file) => file.ReconcilePage),
  },
  panels: {
    'pay/log': [
      {
        label: { 'zh-cn': '经过', en: 'What happened' },
        right: null,
        panel: () => import('./sheet/PaymentPanel.tsx').then((file) => file.PaymentPanel),
      },
    ],
  },
  memberPages: [
    {
      path: 'pay/recharge',
      label: { 'zh-cn': '余额充值', en: 'Top up' },
      icon: 'credit-card',
      page: () => import('./member/Recharge.tsx').then((file) => file.Recharge),
    },
    {
      path: 'pay/purchases',
      label: { 'zh-cn': '我的支付', en: 'My payments' },
      icon: 'history',
      page: () => import('./member/Purchases.tsx').then((file) => file.Purchases),
    },
    {
      path: 'pay/:sn',
      label: { 'zh-cn': '支付', en: 'Pay' },
      page: () => import('./member/Cashier.tsx').then((file) => file.Cashier),
    },
    {
      path: 'pay/sandbox/:sn',
      label: { 'zh-cn': '沙箱收银台', en: 'Sandbox cashier' },
      page: () => import('./member/Sandbox.tsx').then((file) => file.Sandbox),
    },
  ],
})
