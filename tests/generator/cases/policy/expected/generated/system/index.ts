// Made by tablewright generate from schemas/system · do not edit · c11c3b1422080afb

import type { ModuleManifest } from 'tablewright/protocol'

export const system: ModuleManifest = {
  name: 'system',
  label: { 'zh-cn': '系统', en: 'System' },
  icon: null,
  order: 0,
  menu: [
    'system/admin',
  ],
  tables: {
    'system/admin': {
      singular: { 'zh-cn': '管理员', en: 'Administrator' },
      model: () => import('./admin/table.ts').then((file) => file.admin),
      form: () => import('./admin/form.ts').then((file) => file.adminForm),
    },
  },
}
