/** Texts of the own profile and of sessions. */
import { defineTexts } from '../i18n/texts.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'

export const { useT } = defineTexts('profile', { 'zh-cn': zhCn, en })
