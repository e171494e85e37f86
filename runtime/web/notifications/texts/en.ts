import type { TranslationOf } from '../../i18n/texts.ts'
import type { zhCn } from './zh-cn.ts'

export const en: TranslationOf<typeof zhCn> = {
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
  loading: 'Loading…',
  'load-failed': 'The notifications could not be loaded',
  'try-again': 'Try again',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page {{page}} of {{pages}}, {{total}} in total',
}
