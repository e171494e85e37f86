// Made by tablewright generate from schemas/shop · do not edit · f261e3a467a6fc1a

import type { ModuleManifest } from 'tablewright/protocol'

export const shop: ModuleManifest = {
  name: 'shop',
  label: { 'zh-cn': '商店', en: 'Shop' },
  icon: null,
  order: 0,
  menu: [
    'shop/note',
  ],
  tables: {
    'shop/note': {
      model: () => import('./note/table.ts').then((file) => file.note),
      form: () => import('./note/form.ts').then((file) => file.noteForm),
    },
  },
}
