/** The role of those who word messages and see what became of them. */
import type { DemoRole } from 'tablewright/server'

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '邮件管理', en: 'Mail editor' },
    nodes: [
      ...['index', 'edit', 'sendTest'].map((action) => `mail/template/${action}`),
      ...['index', 'add', 'edit', 'del'].map((action) => `mail/variable/${action}`),
      ...['index', 'resend'].map((action) => `mail/log/${action}`),
    ],
  },
]
