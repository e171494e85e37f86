// Made by tablewright generate from schemas/system · do not edit · eac053e7dcb7e764

import type { ModuleManifest } from 'tablewright/protocol'

export const system: ModuleManifest = {
  name: 'system',
  label: { 'zh-cn': '系统', en: 'System' },
  icon: null,
  order: 9,
  menu: [],
  tables: {
    'system/admin': {
      singular: { 'zh-cn': '管理员', en: 'Admin' },
      model: () => import('./admin/table.ts').then((file) => file.admin),
      form: () => import('./admin/form.ts').then((file) => file.adminForm),
    },
  },
}
