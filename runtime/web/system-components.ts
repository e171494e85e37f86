/** The hand-written components of the system module. */
import type { SystemWebParts } from '#generated/system/parts.ts'
import { defineWebModule } from './define-module.ts'

export const systemWeb = defineWebModule<SystemWebParts>({
  widgets: {
    'setting-group': () => import('./settings/setting-choices.tsx').then((file) => file.SettingGroupInput),
    'setting-list': () => import('./settings/setting-choices.tsx').then((file) => file.SettingListInput),
    'permission-tree': () => import('./identity/permissions/PermissionTree.tsx').then((file) => file.PermissionTree),
    'watched-table': () => import('./records/recovery/WatchedTable.tsx').then((file) => file.WatchedTable),
    'watched-fields': () => import('./records/recovery/WatchedFields.tsx').then((file) => file.WatchedFields),
  },
  cells: {
    attachment: () => import('./fields/files/AttachmentCell.tsx').then((file) => file.AttachmentCell),
    bytes: () => import('./fields/files/BytesCell.tsx').then((file) => file.BytesCell),
    'watched-fields': () => import('./records/recovery/WatchedFieldsCell.tsx').then((file) => file.WatchedFieldsCell),
    label: () => import('./fields/text/LabelCell.tsx').then((file) => file.LabelCell),
  },
})
