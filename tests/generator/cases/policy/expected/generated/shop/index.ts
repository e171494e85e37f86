// Made by tablewright generate from schemas/shop · do not edit · a6b3882b4feda324

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
      singular: { 'zh-cn': '便签', en: 'Note' },
      model: () => import('./note/table.ts').then((file) => file.note),
      form: () => import('./note/form.ts').then((file) => file.noteForm),
    },
  },
}
