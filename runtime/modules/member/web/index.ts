/** The hand-written web part of the member module: its screens are generated. */
import { defineWebModule } from 'tablewright/web'
import type { MemberWebParts } from '#generated/member/parts.ts'

export const memberWeb = defineWebModule<MemberWebParts>({
  widgets: {},
  cells: {},
  panels: {
    'member/user': [
      {
        label: { 'zh-cn': '会员概况', en: 'Summary' },
        right: null,
        panel: () => import('./cards/MemberCards.tsx').then((file) => file.MemberCards),
      },
    ],
  },
})
