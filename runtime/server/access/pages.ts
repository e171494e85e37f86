/** Pages of the framework that no table stands behind. */
import type { ModulePage } from './wanted-rules.ts'

export const frameworkPages: readonly ModulePage[] = [
  {
    name: 'routine/config', label: { 'zh-cn': '系统配置', en: 'Site settings' }, icon: 'settings',
    actions: { index: { 'zh-cn': '查看', en: 'View' }, edit: { 'zh-cn': '编辑', en: 'Edit' } },
  },
]
