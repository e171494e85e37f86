/** Texts of the settings page; the settings' own titles come from the server. */
import { defineTexts, type TranslationOf } from '../i18n/texts.ts'

const zhCn = {
  title: '系统配置',
  save: '保存',
  required: '此项必填',
  on: '开启',
  off: '关闭',
  fixed: '由启动参数决定，不能在此修改',
  'load-failed': '系统配置加载失败',
  'try-again': '重试',
  unsaved: '有未保存的修改',
  'read-only': '您可以查看这些设置，但不能修改。',
} as const
const en: TranslationOf<typeof zhCn> = {
  title: 'Site settings',
  save: 'Save',
  required: 'This field is required',
  on: 'On',
  off: 'Off',
  fixed: 'Set at server start; cannot be changed here',
  'load-failed': 'The settings could not be loaded',
  'try-again': 'Try again',
  unsaved: 'Unsaved changes',
  'read-only': 'You can view these settings but not change them.',
}

export const { useT } = defineTexts('settings', { 'zh-cn': zhCn, en })
