/** The role of those who help members. Balances and deletions are left to others. */
import type { DemoRole } from 'tablewright/server'

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '会员客服', en: 'Member service' },
    nodes: [
      ...['index', 'add', 'edit', 'adjustScore', 'exportData'].map((action) => `user/user/${action}`),
      ...['group', 'moneyLog', 'scoreLog', 'checkIn'].map((page) => `user/${page}/index`),
    ],
  },
]
