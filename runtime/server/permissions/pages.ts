/** Pages of the framework that no table stands behind. */
import type { ModulePage } from './derived-rules.ts'

export const frameworkPages: readonly ModulePage[] = [
  // BuildAdmin's own client has no way to these two without their nodes; ours has them in its frame.
  {
    name: 'dashboard',
    label: { 'zh-cn': '控制台', en: 'Dashboard' },
    icon: 'dashboard',
    actions: { index: { 'zh-cn': '查看', en: 'View' } },
    hidden: true,
  },
  // Open to everybody who is signed in, so no right stands behind it.
  {
    name: 'routine/adminInfo',
    label: { 'zh-cn': '个人资料', en: 'My profile' },
    icon: 'user',
    actions: {},
    hidden: true,
  },
  {
    name: 'routine/config',
    label: { 'zh-cn': '系统配置', en: 'Site settings' },
    icon: 'settings',
    actions: { index: { 'zh-cn': '查看', en: 'View' }, edit: { 'zh-cn': '编辑', en: 'Edit' } },
  },
]
