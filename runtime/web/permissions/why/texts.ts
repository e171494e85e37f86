/** Texts of missing permissions; they load where one is missing. */
import { defineTexts } from '../../i18n/texts.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'

export const { useT } = defineTexts('why', { 'zh-cn': zhCn, en })
