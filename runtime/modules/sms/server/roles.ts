/** The role of those who word messages and see what became of them. */
import type { DemoRole } from 'tablewright/server'

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '短信管理', en: 'SMS editor' },
    nodes: [
      ...['index', 'edit', 'sendTest'].map((action) => `sms/template/${action}`),
      ...['index', 'add', 'edit', 'del'].map((action) => `sms/variable/${action}`),
      ...['index', 'resend'].map((action) => `sms/log/${action}`),
    ],
  },
]
