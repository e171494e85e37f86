/** Texts of the list, loaded with it. */
import { defineTexts } from '../../../core/i18n/texts.ts'
import { en } from './en.ts'
import { zhCn } from './zh-cn.ts'

export const { useT, t } = defineTexts('list', { 'zh-cn': zhCn, en })
