/** Texts of the permission tree. */
import { defineTexts, type TranslationOf } from '../../core/i18n/texts.ts'

const zhCn = {
  all: '全部权限',
  'all-hint': '包括以后添加的权限；此角色组的成员为超级管理员。',
  count: '已选 {{count}} 项权限',
  search: '搜索权限',
  'no-match': '没有匹配的权限。',
  start: '套用角色',
  'start-hint': '选择预设或已有角色…',
  presets: '预设',
  roles: '复制自角色组',
  apply: '套用',
  'apply-failed': '无法套用：{{reason}}',
  'also-needs': '还需要：{{titles}}',
  'add-needed': '一并勾选',
  of: '{{page}}：{{right}}',
  separator: '；',
  'none-kept': '至少保留一项权限：清空不会生效。要收回全部权限，请停用此角色组。',
} as const

const en: TranslationOf<typeof zhCn> = {
  all: 'All permissions',
  'all-hint': 'Includes permissions added later. Members of this group are super administrators.',
  count: '{{count}} permissions selected',
  count_one: '{{count}} permission selected',
  search: 'Search permissions',
  'no-match': 'No matching permissions.',
  start: 'Start from',
  'start-hint': 'Choose a preset or a role…',
  presets: 'Presets',
  roles: 'Copy from a role',
  apply: 'Apply',
  'apply-failed': 'Not applied: {{reason}}',
  'also-needs': 'Also needs: {{titles}}',
  'add-needed': 'Add them',
  of: '{{page}}: {{right}}',
  separator: '; ',
  'none-kept':
    'Select at least one permission; an empty selection is not saved. To remove all permissions, disable the group.',
}

export const { useT } = defineTexts('permissions', { 'zh-cn': zhCn, en })
