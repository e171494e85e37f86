/** The hand-written web part of payments. */
import { defineWebModule } from 'tablewright/web'
import type { PayWebParts } from '#generated/pay/parts.ts'

export const payWeb = defineWebModule<PayWebParts>({
  widgets: {},
  cells: {},
  pages: {
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
})
