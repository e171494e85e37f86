import type { TranslationOf } from '../../../i18n/texts.ts'
import type { zhCn } from './zh-cn.ts'

export const en: TranslationOf<typeof zhCn> = {
  title: 'Verification',
  order: 'Click in this order:',
  picture: 'Verification picture with several shapes. If you cannot see it, answer a question in words instead.',
  loading: 'Loading…',
  'load-failed': 'Captcha loading failed, please click refresh button',
  refresh: 'Refresh',
  undo: 'Undo last point',
  point: 'Point {{number}}',
  'point-count': '{{count}} of {{total}} points set',
  confirm: 'Confirm',
  cancel: 'Cancel',
  'to-text': 'Answer a question instead',
  'to-picture': 'Use the picture',
  answer: 'Answer in digits',
  'too-soon': 'One moment: the answer can be sent in a few seconds',
}
