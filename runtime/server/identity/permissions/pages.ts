/** Pages of the framework without a table. */
import type { ModulePage } from './derived-rules.ts'

export const frameworkPages: readonly ModulePage[] = [
  // BuildAdmin's client can reach these two only through their nodes; ours shows them in its frame.
  {
    name: 'dashboard',
    label: { 'zh-cn': '控制台', en: 'Dashboard' },
    icon: 'dashboard',
    actions: { index: { 'zh-cn': '查看', en: 'View' } },
    hidden: true,
  },
  // Open to all admins, so it needs no right.
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
    actions: {
      index: { 'zh-cn': '查看', en: 'View' },
      edit: { 'zh-cn': '编辑', en: 'Edit' },
      add: { 'zh-cn': '添加', en: 'Add' },
      del: { 'zh-cn': '删除', en: 'Delete' },
      openapi: { 'zh-cn': '接口文档', en: 'API description' },
    },
  },
  {
    name: 'crud/crud',
    folder: 'routine',
    label: { 'zh-cn': '表结构设计', en: 'Schema designer' },
    icon: 'layers',
    actions: {
      index: { 'zh-cn': '查看', en: 'View' },
      generate: { 'zh-cn': '应用更改', en: 'Apply changes' },
      delete: { 'zh-cn': '移除数据表', en: 'Remove tables' },
    },
  },
  {
    name: 'moduleStore/moduleStore',
    folder: 'routine',
    label: { 'zh-cn': '模块管理', en: 'Modules' },
    icon: 'cube',
    actions: {
      index: { 'zh-cn': '查看', en: 'View' },
      changeState: { 'zh-cn': '启用和停用', en: 'Switch on and off' },
    },
  },
]
