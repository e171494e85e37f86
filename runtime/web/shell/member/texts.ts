/** Texts of the member area; they come with its code. */
import { defineTexts, type TranslationOf } from '../../core/i18n/texts.ts'

const zhCn = {
  closed: '会员中心尚未开放',
  closedText: '本站暂未提供会员登录。管理员请进入管理后台。',
  empty: '暂无内容',
  emptyText: '会员中心的页面尚未开放。',
} as const

const en: TranslationOf<typeof zhCn> = {
  closed: 'The member center is not open yet',
  closedText: 'This site does not offer member sign-in at the moment. Administrators can use the back office.',
  empty: 'Nothing here yet',
  emptyText: 'The pages of the member center are not open yet.',
}

export const { useT: useMemberT } = defineTexts('member', { 'zh-cn': zhCn, en })
