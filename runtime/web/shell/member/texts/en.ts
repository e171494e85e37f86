import type { TranslationOf } from '../../../i18n/texts.ts'
import type { zhCn } from './zh-cn.ts'

export const en: TranslationOf<typeof zhCn> = {
  closed: 'The member center is not open yet',
  closedText: 'This site does not offer member sign-in at the moment. Administrators can use the back office.',
  empty: 'Nothing here yet',
  emptyText: 'The pages of the member center are not open yet.',
}
