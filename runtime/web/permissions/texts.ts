/** Texts of the permission tree. */
import { defineTexts } from '../i18n/texts.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'

export const { useT } = defineTexts('rights', { 'zh-cn': zhCn, en })
