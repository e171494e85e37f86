/** The role of those who answer members. */
import type { DemoRole } from 'tablewright/server'

const nodesOf = (page: string, actions: readonly string[]): readonly string[] =>
  actions.map((action) => `chat/${page}/${action}`)

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '客服', en: 'Service' },
    nodes: [
      'dashboard/index',
      ...nodesOf('desk', ['index', 'reply']),
      ...nodesOf('cannedReply', ['index', 'add', 'edit', 'del', 'import', 'export']),
    ],
  },
]
