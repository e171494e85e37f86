/** Roles of those who work on the texts of a site. */
import type { DemoRole } from 'tablewright/server'
import type { EntityId, RightOf } from '#generated/cms/server.ts'

const rights = <Id extends EntityId>(
  entity: Id,
  names: readonly (RightOf<Id> | 'index' | 'add' | 'edit' | 'del' | 'restore' | 'sortable' | 'export')[],
): readonly string[] => names.map((name) => `${entity}/${name}`)

/** Writes texts; somebody else publishes them. */
const writing = [
  'dashboard/index',
  ...rights('cms/content', ['index', 'add', 'edit', 'submit', 'withdraw']),
  'cms/content/compare',
  'cms/content/restoreRevision',
  'cms/content/preview',
  ...rights('cms/channel', ['index']),
  ...rights('cms/tags', ['index', 'add', 'edit']),
  ...rights('cms/revision', ['index']),
  ...rights('cms/review_log', ['index']),
]

export const roles: readonly DemoRole[] = [
  { name: { 'zh-cn': '撰稿人', en: 'Writer' }, nodes: writing },
  {
    name: { 'zh-cn': '编辑', en: 'Editor' },
    nodes: [
      ...writing,
      ...rights('cms/content', [
        'del',
        'restore',
        'sortable',
        'export',
        'approve',
        'approveChanges',
        'refuse',
        'refuseChanges',
        'takeOffline',
        'retract',
      ]),
      ...rights('cms/channel', ['add', 'edit', 'del', 'sortable', 'export']),
      ...rights('cms/tags', ['del', 'sortable', 'export']),
      ...rights('cms/comment', ['index', 'edit', 'del', 'export', 'approve', 'refuse']),
      ...rights('cms/block', ['index', 'add', 'edit', 'del', 'sortable']),
      ...rights('cms/friendly_link', ['index', 'add', 'edit', 'del', 'sortable', 'enable', 'disable']),
      ...rights('cms/search_log', ['index', 'add', 'edit', 'del', 'sortable']),
      ...rights('cms/sale', ['index', 'export']),
    ],
  },
]
