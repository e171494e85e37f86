/**
 * The component keys of BuildAdmin's web client, for the pages it has. Other pages get none: that client then omits
 * them from its menu instead of showing entries that lead nowhere. Our client uses page names.
 */
const component = (name: string): string => `/src/views/backend/${name}`

const pages: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    dashboard: 'dashboard.vue',
    'auth/group': 'auth/group/index.vue',
    'auth/admin': 'auth/admin/index.vue',
    'auth/rule': 'auth/rule/index.vue',
    'auth/adminLog': 'auth/adminLog/index.vue',
    'user/user': 'user/user/index.vue',
    'user/group': 'user/group/index.vue',
    'user/rule': 'user/rule/index.vue',
    'user/moneyLog': 'user/moneyLog/index.vue',
    'user/scoreLog': 'user/scoreLog/index.vue',
    'routine/config': 'routine/config/index.vue',
    'routine/attachment': 'routine/attachment/index.vue',
    'security/dataRecycleLog': 'security/dataRecycleLog/index.vue',
    'security/dataRecycle': 'security/dataRecycle/index.vue',
    'security/sensitiveDataLog': 'security/sensitiveDataLog/index.vue',
    'security/sensitiveData': 'security/sensitiveData/index.vue',
    'routine/adminInfo': 'routine/adminInfo.vue',
    'crud/crud': 'crud/index.vue',
    'moduleStore/moduleStore': 'module/index.vue',
  }),
)

export function componentOf(page: string): string {
  const file = pages.get(page)
  return file === undefined ? '' : component(file)
}
