// Made by tablewright generate from schemas/system · do not edit · 596abc03da51b642

import type { ModuleManifest } from 'tablewright/protocol'

export const system: ModuleManifest = {
  name: 'system',
  label: { 'zh-cn': '系统管理', en: 'System' },
  icon: 'cog',
  order: 90,
  menu: [],
  tables: {
    'auth/admin': {
      model: () => import('./admin/table.ts').then((file) => file.admin),
      form: () => import('./admin/form.ts').then((file) => file.adminForm),
    },
    'routine/attachment': {
      model: () => import('./attachment/table.ts').then((file) => file.attachment),
      form: () => import('./attachment/form.ts').then((file) => file.attachmentForm),
    },
    'system/token': {
      model: () => import('./token/table.ts').then((file) => file.token),
      form: () => import('./token/form.ts').then((file) => file.tokenForm),
    },
  },
}
