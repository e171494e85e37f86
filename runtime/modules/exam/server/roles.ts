/** The role of those who write questions, make papers and mark answers. */
import type { DemoRole } from 'tablewright/server'

const nodesOf = (page: string, actions: readonly string[]): readonly string[] =>
  actions.map((action) => `exam/${page}/${action}`)

const ofRecords = ['index', 'add', 'edit', 'del', 'export']

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '教师', en: 'Teacher' },
    nodes: [
      'dashboard/index',
      ...nodesOf('subject', ['index']),
      ...nodesOf('cate', [...ofRecords, 'sortable']),
      ...nodesOf('question', [...ofRecords, 'restore', 'import']),
      ...nodesOf('paper', [...ofRecords, 'restore', 'publish', 'close', 'release']),
      ...nodesOf('room', [...ofRecords, 'open', 'close']),
      ...nodesOf('signup', ['index', 'edit', 'del', 'export', 'accept', 'refuse']),
      ...nodesOf('desk', ['index', 'extend', 'force', 'message', 'invite']),
      ...nodesOf('builder', ['index']),
      ...nodesOf('marking', ['index', 'mark']),
      ...nodesOf('statistics', ['index']),
      ...['course', 'chapter', 'lesson'].flatMap((page) => nodesOf(page, [...ofRecords, 'sortable'])),
      ...nodesOf('regrade', [...ofRecords, 'apply']),
      ...nodesOf('attempt', ['index', 'edit', 'export', 'force', 'extend', 'reopen', 'void', 'excuse']),
    ],
  },
]
