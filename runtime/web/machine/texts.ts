/** Texts of actions. They load with the first table that has a machine. */
import { defineTexts } from '../i18n/texts.ts'
import { en } from './texts/en.ts'
import { zhCn } from './texts/zh-cn.ts'

export type MachineText = keyof typeof zhCn

export const { useT, t } = defineTexts('machine', { 'zh-cn': zhCn, en })
