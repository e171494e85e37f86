/** Texts of the notifications. */
import { defineTexts } from '../i18n/texts.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'

export const { useT } = defineTexts('notices', { 'zh-cn': zhCn, en })
