/** Texts of missing permissions; they load where one is missing. */
import { defineTexts, type TranslationOf } from '../../../core/i18n/texts.ts'

const zhCn = {
  button: '为什么不能操作？',
  heading: '您在此页面缺少的权限',
  loading: '正在查询…',
  none: '您现在不缺少权限，请刷新页面。',
  'load-failed': '查询失败',
  'try-again': '重试',
  no_right: '您所属的角色组（{{groups}}）没有这些权限。',
  'no_right-groupless': '您不属于任何启用的角色组。',
  disabled_rule: '这些权限所在的菜单规则已被停用。',
  unknown: '系统中没有这些权限。',
  ask: '请联系：{{names}}',
  nobody: '目前没有管理员可以授予，请联系系统维护人员。',
} as const

const en: TranslationOf<typeof zhCn> = {
  button: 'Why are actions missing?',
  heading: 'Permissions you lack on this page',
  loading: 'Checking…',
  none: 'You have all permissions here now. Refresh the page.',
  'load-failed': 'The permissions could not be checked',
  'try-again': 'Try again',
  no_right: 'None of your groups ({{groups}}) has these permissions.',
  'no_right-groupless': 'You do not belong to an enabled group.',
  disabled_rule: 'The menu rules of these permissions are disabled.',
  unknown: 'These permissions do not exist in this system.',
  ask: 'Contact: {{names}}',
  nobody: 'No administrator can grant them at the moment. Contact the person who maintains the system.',
}

export const { useT } = defineTexts('why', { 'zh-cn': zhCn, en })
