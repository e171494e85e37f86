/** The role of those who make questionnaires and read their results. */
import type { DemoRole } from 'tablewright/server'

const nodesOf = (page: string, actions: readonly string[]): readonly string[] =>
  actions.map((action) => `questionnaire/${page}/${action}`)

export const roles: readonly DemoRole[] = [
  {
    name: { 'zh-cn': '问卷管理员', en: 'Questionnaire editor' },
    nodes: [
      'dashboard/index',
      ...nodesOf('questionnaire', [
        'index',
        'add',
        'edit',
        'del',
        'restore',
        'export',
        'open',
        'close',
        'design',
        'results',
        'exportSheets',
      ]),
      ...nodesOf('question', ['index', 'add', 'edit', 'del', 'restore', 'sortable', 'import', 'export']),
      ...nodesOf('sheet', ['index', 'edit', 'discard']),
    ],
  },
]
