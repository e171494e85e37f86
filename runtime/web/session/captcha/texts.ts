/** Texts of the captcha dialog; they load with it. */
import { defineTexts } from '../../i18n/texts.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'

export const { useT } = defineTexts('captcha', { 'zh-cn': zhCn, en })
