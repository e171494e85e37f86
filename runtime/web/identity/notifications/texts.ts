/** Texts of the notifications. */
import { defineTexts, type TranslationOf } from '../../core/i18n/texts.ts'

const zhCn = {
  title: '通知',
  bell: '通知，{{count}} 条未读',
  'bell-none': '通知，没有未读',
  all: '全部通知',
  'read-all': '全部标为已读',
  'read-one': '标为已读',
  unread: '未读',
  'only-unread': '只看未读',
  empty: '暂无通知',
  'empty-unread': '没有未读通知',
  sound: '提示音',
  'by-mail': '设置邮件通知',
  loading: '正在加载…',
  'load-failed': '通知加载失败',
  'try-again': '重试',
  previous: '上一页',
  next: '下一页',
  page: '第 {{page}} / {{pages}} 页，共 {{total}} 条',
} as const

const en: TranslationOf<typeof zhCn> = {
  title: 'Notifications',
  bell: 'Notifications, {{count}} unread',
  'bell-none': 'Notifications, none unread',
  all: 'All notifications',
  'read-all': 'Mark all as read',
  'read-one': 'Mark as read',
  unread: 'Unread',
  'only-unread': 'Unread only',
  empty: 'No notifications yet',
  'empty-unread': 'No unread notifications',
  sound: 'Sound',
  'by-mail': 'Choose notifications by mail',
  loading: 'Loading…',
  'load-failed': 'The notifications could not be loaded',
  'try-again': 'Try again',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page {{page}} of {{pages}}, {{total}} in total',
}

export const { useT } = defineTexts('notifications', { 'zh-cn': zhCn, en })
