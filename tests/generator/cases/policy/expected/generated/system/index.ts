// Made by tablewright generate from schemas/system · do not edit · 81c43d0cddd3bc5c

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
      model: () => import('./admin/table.ts').then((file) => file.admin),
      form: () => import('./admin/form.ts').then((file) => file.adminForm),
    },
  },
}
