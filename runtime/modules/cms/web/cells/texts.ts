/** Texts of cells of texts. */
import { defineTexts, type TranslationOf } from 'tablewright/web'

const zhCn = {
  waiting: '修改待审',
  from: '{{time}} 发布',
  until: '{{time}} 到期',
  hidden: '栏目已停用',
  money: '¥{{price}}',
  points: '{{price}} 积分',
  sold: '已售 {{count}}',
} as const

const en: TranslationOf<typeof zhCn> = {
  waiting: 'changes waiting',
  from: 'from {{time}}',
  until: 'ended {{time}}',
  hidden: 'its channel is off',
  money: 'CNY {{price}}',
  points: '{{price}} points',
  sold: '{{count}} sold',
}

export const { useT } = defineTexts('cms-cells', { 'zh-cn': zhCn, en })
