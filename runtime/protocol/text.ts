/** Texts of both sides: broken rules, refusals, words of the table protocol. `runtime/i18n` translates with them. */
import { en } from './texts/en.ts'
import { zhCn, type TextKey } from './texts/zh-cn.ts'
import type { Language } from './table-model.ts'

export type { TextKey } from './texts/zh-cn.ts'

export const texts: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = { 'zh-cn': zhCn, en }
