/** Texts of the settings page; the settings' own titles come from the server. */
import { defineTexts, type TranslationOf } from '../i18n/texts.ts'

const zhCn = {
  title: '站点设置',
  save: '保存',
  required: '此项必填',
  on: '开启',
  off: '关闭',
  fixed: '由启动参数决定，不能在此更改',
  'load-failed': '设置未能载入',
  'try-again': '重试',
  unsaved: '有未保存的更改',
  'read-only': '您可以查看这些设置，但不能修改。',
} as const
const en: TranslationOf<typeof zhCn> = {
  title: 'Site settings',
  save: 'Save',
  required: 'This field is required',
  on: 'On',
  off: 'Off',
  fixed: 'Set when the server was started; it cannot be changed here',
  'load-failed': 'The settings could not be loaded',
  'try-again': 'Try again',
  unsaved: 'There are unsaved changes',
  'read-only': 'You may read these settings, but not change them.',
}

export const { useT } = defineTexts('settings', { 'zh-cn': zhCn, en })
