/** Texts of both sides: broken rules, refusals, words of the table protocol. `runtime/i18n` translates with them. */
import { cloudEn } from './texts/cloud-en.ts'
import { cloudZhCn } from './texts/cloud-zh-cn.ts'
import { en } from './texts/en.ts'
import { moduleEn } from './texts/module-en.ts'
import { moduleZhCn } from './texts/module-zh-cn.ts'
import { fieldEn } from './texts/field-en.ts'
import { fieldZhCn } from './texts/field-zh-cn.ts'
import { zhCn, type TextKey as BaseKey } from './texts/zh-cn.ts'
import type { Language } from './table-model.ts'

/** Every text of the server. */
export type TextKey = BaseKey | keyof typeof cloudZhCn | keyof typeof fieldZhCn | keyof typeof moduleZhCn

export const texts: Readonly<Record<Language, Readonly<Record<TextKey, string>>>> = {
  'zh-cn': { ...zhCn, ...cloudZhCn, ...fieldZhCn, ...moduleZhCn },
  en: { ...en, ...cloudEn, ...fieldEn, ...moduleEn },
}
