import type { TranslationOf } from '../../i18n/texts.ts'
import type { zhCn } from './zh-cn.ts'

export const en: TranslationOf<typeof zhCn> = {
  title: 'Notices',
  bell: 'Notices, {{count}} unread',
  'bell-none': 'Notices, none unread',
  all: 'All notices',
  'read-all': 'Mark all as read',
  'read-one': 'Mark as read',
  unread: 'Unread',
  'only-unread': 'Unread only',
  empty: 'No notices yet',
  'empty-unread': 'No unread notices',
  sound: 'Sound',
  loading: 'Loading…',
  'load-failed': 'The notices could not be loaded',
  'try-again': 'Try again',
  previous: 'Previous page',
  next: 'Next page',
  page: 'Page {{page}} of {{pages}}, {{total}} in all',
}
