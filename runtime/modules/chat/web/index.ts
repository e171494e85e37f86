/** The hand-written web part of conversations. */
import { defineWebModule } from 'tablewright/web'
import type { ChatWebParts } from '#generated/chat/parts.ts'

const memberPage = {
  label: { 'zh-cn': '消息', en: 'Messages' },
  page: () => import('./member/ChatPage.tsx').then((file) => file.ChatPage),
} as const

export const chatWeb = defineWebModule<ChatWebParts>({
  widgets: {},
  cells: {},
  pages: { 'chat/desk': () => import('./desk/DeskPage.tsx').then((file) => file.DeskPage) },
  panels: {
    'chat/conversation': [
      {
        label: { 'zh-cn': '消息审计', en: 'Audit' },
        right: 'chat/conversation/audit',
        panel: () => import('./audit/AuditPanel.tsx').then((file) => file.AuditPanel),
      },
    ],
  },
  memberPages: [
    { path: 'chat/list', icon: 'comment', ...memberPage },
    { path: 'chat/:id', ...memberPage },
  ],
})
