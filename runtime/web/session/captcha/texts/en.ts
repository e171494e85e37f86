import type { TranslationOf } from '../../../i18n/texts.ts'
import type { zhCn } from './zh-cn.ts'

export const en: TranslationOf<typeof zhCn> = {
  title: 'Verification',
  order: 'Click in this order:',
  picture: 'Verification image with several shapes. If you cannot see it, answer a text question instead.',
  loading: 'Loading…',
  'load-failed': 'Captcha loading failed, please click refresh button',
  refresh: 'Refresh',
  undo: 'Undo last point',
  point: 'Point {{number}}',
  'point-count': '{{count}} of {{total}} points set',
  confirm: 'Confirm',
  cancel: 'Cancel',
  'to-text': 'Cannot see the image? Answer a question instead',
  'to-picture': 'Use the image instead',
  answer: 'Answer in digits',
  'too-soon': 'Please wait a few seconds before you submit the answer',
}
