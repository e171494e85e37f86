/** The names of the hooks at run time, and what stands in the place of those of earlier versions. */
import type { Text } from '../../protocol/index.ts'
import type { Hooks } from './scope.ts'

const names: Readonly<Record<keyof Hooks, true>> = {
  prepareBody: true,
  beforeWrite: true,
  beforeImport: true,
  beforeCreate: true,
  beforeUpdate: true,
  beforeLines: true,
  beforeRemove: true,
  frozenFields: true,
  afterWrite: true,
  afterPosting: true,
  present: true,
  restrictRows: true,
}

export const hookNames: readonly string[] = Object.keys(names)

/** What to write in the place of a hook of an earlier version, by its name. */
const formerHooks: Readonly<Record<string, Text>> = {
  warn: {
    'zh-cn': '改用 beforeCreate 和 beforeUpdate，把提示加到 change.warnings',
    en: 'use beforeCreate and beforeUpdate, and add the sentence to change.warnings',
  },
  afterSave: {
    'zh-cn': '改用 afterWrite(scope, trx, { action, ids, changed })，action 为 add、edit 或 restore 时执行',
    en: 'use afterWrite(scope, trx, { action, ids, changed }), where action is add, edit or restore',
  },
  beforeSort: {
    'zh-cn': '改用 beforeWrite(scope, trx, change, ids, action)，action 为 sortable 时执行',
    en: 'use beforeWrite(scope, trx, change, ids, action), where action is sortable',
  },
  beforePosting: {
    'zh-cn': '改用 afterPosting：在其中拒绝时，过账会整体撤销',
    en: 'use afterPosting: when it refuses, the whole posting is rolled back',
  },
  accessibleIds: {
    'zh-cn': '改用 restrictRows，返回 { ids }；不限制时返回 {}',
    en: 'use restrictRows, which returns { ids }, or {} where it limits nothing',
  },
  accessibleRows: {
    'zh-cn': '改用 restrictRows，返回 { rows }；不限制时返回 {}',
    en: 'use restrictRows, which returns { rows }, or {} where it limits nothing',
  },
  quickSearch: {
    'zh-cn': '改用 restrictRows(scope, query)，返回 { matches }：query.quickSearch 找到的编号',
    en: 'use restrictRows(scope, query), which returns { matches }: the ids that query.quickSearch finds',
  },
  listExtra: {
    'zh-cn': '改用模块自己的接口（routes）返回这些数据',
    en: 'answer with these values in a route of the module (routes)',
  },
}

/** What to write in the place of a hook that was there in earlier versions; null for any other name. */
export const insteadOfHook = (name: string): Text | null =>
  Object.hasOwn(formerHooks, name) ? (formerHooks[name] ?? null) : null
