/** Texts of the admin shell; they come with its code, after signing in. */
import { defineTexts } from '../../i18n/texts.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'

export type AdminKey = keyof typeof zhCn
export const { useT: useAdminT } = defineTexts('admin', { 'zh-cn': zhCn, en })
