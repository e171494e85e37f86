/** Texts of the history of a record. They load with it. */
import { defineTexts } from '../../i18n/texts.ts'

const zhCn = {
  title: '操作历史',
  empty: '暂无操作',
  failed: '操作历史未能加载',
  retry: '重试',
  changed: '修改了：{{fields}}',
  more: '更早的记录见管理员日志。',
  nobody: '系统',
  add: '添加',
  edit: '编辑',
  del: '删除',
  restore: '恢复',
  comma: '、',
  colon: '：',
  to: '变为',
  none: '（空）',
  'put-back': '填回',
  'put-back-of': '把“{{field}}”填回 {{value}}',
} as const

export const { useT } = defineTexts('history', {
  'zh-cn': zhCn,
  en: {
    title: 'History',
    empty: 'No changes yet',
    failed: 'The history could not be loaded',
    retry: 'Try again',
    changed: 'Changed: {{fields}}',
    more: 'See the admin log for older entries.',
    nobody: 'System',
    add: 'Added',
    edit: 'Edited',
    del: 'Deleted',
    restore: 'Restored',
    comma: ', ',
    colon: ': ',
    to: 'becomes',
    none: '(empty)',
    'put-back': 'Put back',
    'put-back-of': 'Put “{{field}}” back to {{value}}',
  },
})
