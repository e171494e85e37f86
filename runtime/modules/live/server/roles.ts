/** The role of those who teach. */
import type { DemoRole } from 'tablewright/server'

const nodesOf = (page: string, actions: readonly string[]): readonly string[] =>
  actions.map((action) => `live/${page}/${action}`)

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '直播教师', en: 'Live teacher' },
    nodes: [
      'dashboard/index',
      ...nodesOf('room', ['index', 'add', 'edit', 'start', 'end', 'cancel', 'resume', 'teach']),
      ...nodesOf('attendance', ['index', 'export']),
      ...nodesOf('quiz', ['index', 'export']),
      ...nodesOf('answer', ['index', 'show', 'hide', 'dismiss']),
    ],
  },
]
