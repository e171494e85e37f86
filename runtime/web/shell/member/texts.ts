/** Texts of the member area; they come with its code. */
import { defineTexts } from '../../i18n/texts.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'

export const { useT: useMemberT } = defineTexts('member', { 'zh-cn': zhCn, en })
