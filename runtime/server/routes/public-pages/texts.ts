/** The texts of the pages of the core. */
import type { Text } from '../../../protocol/index.ts'

export const pageTexts = {
  absent: { 'zh-cn': '页面不存在', en: 'Page not found' },
  absentHelp: {
    'zh-cn': '此地址没有内容，可能已被移除。',
    en: 'There is nothing at this address. It may have been removed.',
  },
  closed: { 'zh-cn': '请先登录', en: 'Sign in first' },
  closedHelp: { 'zh-cn': '此页面仅供会员浏览。', en: 'Only members can read this page.' },
  signIn: { 'zh-cn': '登录', en: 'Sign in' },
  busy: { 'zh-cn': '暂时无法显示', en: 'Not available right now' },
  home: { 'zh-cn': '返回首页', en: 'Home page' },
  failed: { 'zh-cn': '出错了', en: 'Something went wrong' },
  pages: { 'zh-cn': '页面导航', en: 'Pages' },
  language: { 'zh-cn': '语言', en: 'Language' },
} as const satisfies Readonly<Record<string, Text>>
