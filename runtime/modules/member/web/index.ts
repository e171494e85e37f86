/** The hand-written web part of the member module: its screens are generated. */
import { defineWebModule } from 'tablewright/web'
import type { MemberWebParts } from '#generated/member/parts.ts'

export const memberWeb = defineWebModule<MemberWebParts>({
  widgets: { erasure: () => import('./erasure/ErasureInput.tsx').then((file) => file.ErasureInput) },
  cells: {},
  toolbar: {
    'member/user': [
      {
        label: { 'zh-cn': '导出会员数据', en: 'Export data' },
        icon: 'download',
        right: 'user/user/exportData',
        needsSelection: true,
        run: () => import('./erasure/export-data.ts').then((file) => file.exportSelected),
      },
    ],
  },
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
