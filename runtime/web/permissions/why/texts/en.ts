import type { TranslationOf } from '../../../i18n/texts.ts'
import type { zhCn } from './zh-cn.ts'

export const en: TranslationOf<typeof zhCn> = {
  button: 'Why can’t I…?',
  heading: 'Rights you lack on this page',
  loading: 'Asking…',
  none: 'You lack no right here any more. Refresh the page.',
  'load-failed': 'The question could not be asked',
  'try-again': 'Try again',
  no_right: 'None of your groups ({{groups}}) has these rights.',
  'no_right-groupless': 'You belong to no group that is enabled.',
  disabled_rule: 'The menu rules of these rights are switched off.',
  unknown: 'These rights do not exist here.',
  ask: 'Ask: {{names}}',
  nobody: 'No administrator can grant them at present. Ask whoever maintains the system.',
}
