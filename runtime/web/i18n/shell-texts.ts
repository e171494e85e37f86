/** Texts of the shell, of sign-in, and of failed calls. */
import { defineTexts } from './texts.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'

export type ShellKey = keyof typeof zhCn
export const { useT, t } = defineTexts('shell', { 'zh-cn': zhCn, en })
