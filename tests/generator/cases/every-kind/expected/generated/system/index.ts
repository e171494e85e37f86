// Made by tablewright generate from schemas/system · do not edit · a4603d0b573a3c6d

import type { ModuleManifest } from 'tablewright/protocol'

export const system: ModuleManifest = {
  name: 'system',
  label: { 'zh-cn': '系统', en: 'System' },
  icon: null,
  order: 9,
  menu: [],
  tables: {
    'system/admin': {
      model: () => import('./admin/table.ts').then((file) => file.admin),
      form: () => import('./admin/form.ts').then((file) => file.adminForm),
    },
  },
}
