/** Texts of the record form and of the inputs. They load with the form. */
import { defineTexts } from '../i18n/texts.ts'
import { en } from './form-texts/en.ts'
import { zhCn } from './form-texts/zh-cn.ts'

export type RecordText = keyof typeof zhCn

export const { useT } = defineTexts('record', { 'zh-cn': zhCn, en })
