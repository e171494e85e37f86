import type { TranslationOf } from '../../../i18n/texts.ts'
import type { zhCn } from './zh-cn.ts'

export const en: TranslationOf<typeof zhCn> = {
  button: 'Why are actions missing?',
  heading: 'Permissions you lack on this page',
  loading: 'Checking…',
  none: 'You have all permissions here now. Refresh the page.',
  'load-failed': 'The permissions could not be checked',
  'try-again': 'Try again',
  no_right: 'None of your groups ({{groups}}) has these permissions.',
  'no_right-groupless': 'You do not belong to an enabled group.',
  disabled_rule: 'The menu rules of these permissions are disabled.',
  unknown: 'These permissions do not exist in this system.',
  ask: 'Contact: {{names}}',
  nobody: 'No administrator can grant them at the moment. Contact the person who maintains the system.',
}
